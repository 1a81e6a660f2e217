"""Writes the files of the trials, always the same bytes. Run it with a Python that has openpyxl: python3 data/trials/make.py"""

import csv, datetime as dt, gzip, io, json, pathlib, random, re, zipfile

HERE = pathlib.Path(__file__).parent
GIVEN = "Ada Ben Cleo Dan Eva Finn Gwen Hugo Iris Jon Kim Leo Mia Noah Olga Paul Rosa Sam Tara Uma Vera Will".split()
FAMILY = "Abel Berg Costa Dorn Engel Fox Garcia Hill Ito Jones Klein Lopez Moss Novak Otto Price Quinn Reyes Stone Tran".split()


def write(path, data, encoding="utf-8"):
    path = HERE / path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode(encoding))


def table(header, rows, separator=",", end="\r\n", quoting=csv.QUOTE_MINIMAL):
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator=end, quoting=quoting)
    if header:
        writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()


def zipped(files):
    """Bytes of a zip whose entries have no time of their own."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            entry = zipfile.ZipInfo(name, (2026, 4, 1, 6, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return out.getvalue()


def workbook(path, sheets):
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets:
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    with zipfile.ZipFile(out) as saved:
        parts = [(name, saved.read(name)) for name in saved.namelist()]
    when = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
    write(path, zipped([(n, when.sub(b"2026-04-01T06:00:00Z", d) if n.startswith("docProps") else d) for n, d in parts]))


def money(value, decimal=".", thousands=","):
    return f"{value:,.2f}".translate(str.maketrans(".,", decimal + (thousands or "\0"))).replace("\0", "")


def moments(rnd, count, first=dt.datetime(2026, 3, 1), days=31):
    """Times in order."""
    return sorted(first + dt.timedelta(seconds=rnd.randrange(days * 86400)) for _ in range(count))


def person(rnd, number):
    given, family = rnd.choice(GIVEN), rnd.choice(FAMILY)
    return given, family, f"{given}.{family}{number}@example.com".lower()


def loyalty():
    rnd = random.Random(1)
    ids = [f"LY{100200 + 7 * n}" for n in range(420)]
    rows = []
    for n, member in enumerate(ids):
        given, family, email = person(rnd, n)
        since = dt.datetime(2024, 1, 3) + dt.timedelta(minutes=rnd.randrange(1_100_000))
        points = rnd.randrange(9000)
        rows.append([member, given, family, email, rnd.choices(["Bronze", "Silver", "Gold", "Platinum"], [6, 4, 2, 1])[0],
                     f"{since:%Y-%m-%dT%H:%M:%SZ}", rnd.choice(["web", "store", "app", "referral"]), points, points // 7,
                     f"{rnd.randrange(1950, 2005)}-{rnd.randrange(1, 13):02}-{rnd.randrange(1, 29):02}", rnd.choice(["North", "South", "Online"])])
    write("loyalty/loyalty_customers_export.csv", table(
        ["Loyalty ID", "First name", "Last name", "Email", "Tier", "Enrolled at", "Enrollment channel", "Points approved",
         "Points spent", "Birthday", "Home region"], rows, end="\n"))
    rewards = [("$5 voucher", "Voucher", 5), ("$10 voucher", "Voucher", 10), ("Free coffee", "Product", 4.5), ("Spa day -25%", "Partner deal", 30)]
    rows = [[f"P{5000 + n}", rnd.choice(ids), f"{at:%Y-%m-%dT%H:%M:%SZ}", rnd.choice(["Fernway Grocers", "Oak & Pine", "Volt Mobility"]),
             rnd.choice(["Spring double points", "Everyday earn", "App welcome"]), rnd.randrange(1, 9), money(rnd.uniform(4, 180), thousands=None),
             money(rnd.choice([0, 0, rnd.uniform(1, 20)]), thousands=None), rnd.randrange(4, 400)] for n, at in enumerate(moments(rnd, 1500))]
    write("loyalty/loyalty_purchases_2026-03.csv", table(
        ["Purchase ID", "Loyalty ID", "Purchased at", "Partner", "Promotion", "Items", "Basket total", "Discount", "Points earned"], rows, end="\n"))
    rows = []
    for n, at in enumerate(moments(rnd, 240)):
        name, kind, worth = rnd.choice(rewards)
        rows.append([f"R{900 + n}", rnd.choice(ids), name, kind, int(worth * 100), money(worth), rnd.choices(["redeemed", "refunded"], [12, 1])[0],
                     f"{at:%Y-%m-%dT%H:%M:%SZ}", f"VX{rnd.randrange(16**8):08X}"])
    write("loyalty/loyalty_redemptions_2026-03.csv", table(
        ["Redemption ID", "Loyalty ID", "Reward", "Reward type", "Points used", "Face value", "State", "Redeemed at", "Code"], rows, end="\n"))


def retailer():
    rnd = random.Random(2)
    people = [(f"{6412000000000 + 131 * n}", *person(rnd, n)) for n in range(300)]
    rows = [[f"'{i}", g, f, e, rnd.choice(["yes", "no"]), "", f"{rnd.randrange(1, 99)} Mill Road", rnd.choice(["Leeds", "York", "Hull"]), "GB",
             money(rnd.uniform(0, 900), thousands=None), rnd.randrange(0, 12), "", rnd.choice(["", "vip", "newsletter", "vip, newsletter"]), "no"]
            for i, g, f, e in people]
    write("retailer/customers_export.csv", table(
        ["Customer ID", "First Name", "Last Name", "Email", "Accepts Email Marketing", "Default Address Company", "Default Address Address1",
         "Default Address City", "Default Address Country Code", "Total Spent", "Total Orders", "Note", "Tags", "Tax Exempt"], rows, end="\n"))
    goods = [("Trail shoe - 42", "Ridgeline", 89.9), ("Rain jacket - M", "Ridgeline", 120), ("Steel bottle", "Koru", 24.5), ("Wool socks", "Koru", 14)]
    rows = []
    for n, at in enumerate(moments(rnd, 380)):
        lines = [(rnd.choice(goods), rnd.randrange(1, 4)) for _ in range(rnd.choice([1, 1, 2, 3]))]
        total = sum(good[2] * count for good, count in lines)
        code = rnd.choice(["", "", "SPRING10"])
        less = total / 10 if code else 0
        offset = "+0100" if at >= dt.datetime(2026, 3, 29, 2) else "+0000"
        for line, (good, count) in enumerate(lines):
            whole = [rnd.choices(["paid", "refunded"], [20, 1])[0], f"{at + dt.timedelta(seconds=2):%Y-%m-%d %H:%M:%S} {offset}", "fulfilled", "GBP",
                     money(total - less, thousands=None), "4.95", money(total - less + 4.95, thousands=None), code, money(less, thousands=None)]
            rows.append([f"#{10400 + n}", people[n * 7 % 300][3], *(whole if line == 0 else [""] * 9), f"{at:%Y-%m-%d %H:%M:%S} {offset}", count, good[0],
                         money(good[2], thousands=None), "web" if line == 0 else "", good[1], 5500000000 + n if line == 0 else ""])
    write("retailer/orders_export_1.csv", table(
        ["Name", "Email", "Financial Status", "Paid at", "Fulfillment Status", "Currency", "Subtotal", "Shipping", "Total", "Discount Code",
         "Discount Amount", "Created at", "Lineitem quantity", "Lineitem name", "Lineitem price", "Source", "Vendor", "Id"], rows, end="\n"))
    notes = ["Ridgeline Retail Ltd.,,,,,,,,,", "Sales Detail by Receipt,,,,,,,,,", "Store: 0112 York,,,,,,,,,", "Period: 03/01/2026 - 03/31/2026,,,,,,,,,",
             "Printed 04/01/2026 6:02 AM by mgr,,,,,,,,,", ",,,,,,,,,"]
    rows, net_total, count_total = [], 0, 0
    for n, at in enumerate(moments(rnd, 640, dt.datetime(2026, 3, 1, 0))):
        count = rnd.randrange(1, 5) * (-1 if rnd.random() < 0.03 else 1)
        gross = rnd.uniform(3, 60) * count
        less = gross * rnd.choice([0, 0, 0.1, 0.2])
        show = lambda v: f"(${money(-v)})" if v < 0 else f"${money(v)}"
        net_total, count_total = net_total + gross - less, count_total + count
        rows.append([f"{at:%m/%d/%Y}", f"{at:%I:%M %p}", 700000 + n, f"R{rnd.randrange(1, 4)}", people[rnd.randrange(300)][0] if rnd.random() < 0.8 else "",
                     rnd.choice(["Member price", "Bundle 3 for 2", "Clearance"]), rnd.choice(["Footwear", "Outdoor", "Travel"]), count, show(gross - less), show(less)])
    rows.append(["Total", "", "", "", "", "", "", count_total, f"${money(net_total)}", ""])
    write("retailer/SalesDetail_0112_202603.csv", "\r\n".join(notes) + "\r\n" + table(
        ["Trans Date", "Trans Time", "Receipt #", "Register", "Member Card", "Promotion", "Dept", "Qty", "Net Sales", "Promo Disc"], rows))
    rows = [[f"RL-{n:04}", rnd.choice(goods)[0], rnd.choice(["York", "Warehouse"]), rnd.randrange(200), rnd.randrange(20), money(rnd.uniform(2, 60))] for n in range(90)]
    write("retailer/inventory_levels.csv", table(["SKU", "Product title", "Location", "On hand", "Committed", "Unit cost"], rows, end="\n"))


def newsletter():
    rnd = random.Random(3)
    people = [(f"{rnd.randrange(16**10):010x}", 30100000 + n, *person(rnd, n)) for n in range(350)]
    rows = []
    for euid, leid, given, family, email in people:
        at = dt.datetime(2025, 1, 1) + dt.timedelta(seconds=rnd.randrange(36_000_000))
        rows.append([email, given, family, rnd.randrange(1, 6), f"{at:%Y-%m-%d %H:%M:%S}", f"203.0.113.{rnd.randrange(255)}",
                     f"{at + dt.timedelta(minutes=9):%Y-%m-%d %H:%M:%S}", "", leid, euid, rnd.choice(['"Retirees"', '"Families"', '"Families","Retirees"', ""])])
    write("newsletter/subscribed_members_export_8f2c11.csv", table(
        ["Email Address", "First Name", "Last Name", "MEMBER_RATING", "OPTIN_TIME", "OPTIN_IP", "CONFIRM_TIME", "NOTES", "LEID", "EUID", "TAGS"], rows, end="\n"))
    sends = [("March perks", "Your March perks are here", dt.datetime(2026, 3, 3, 9)), ("Travel deals", "Off-season escapes, up to 30% off", dt.datetime(2026, 3, 12, 17, 30)),
             ("March reminder", "Last days: your March perks", dt.datetime(2026, 3, 26, 8, 15))]
    rows = [[title, subject, "Members", f"{at:%b %d, %Y %I:%M %p}".replace("AM", "am").replace("PM", "pm"), f"{at:%A}", 350, 340, 6, 4, 180 - 9 * n, f"{51 - 2 * n}.4%",
             40 + n, f"{rnd.randrange(16**10):010x}"] for n, (title, subject, at) in enumerate(sends)]
    write("newsletter/campaigns.csv", table(
        ["Title", "Subject", "List", "Send Date", "Send Weekday", "Total Recipients", "Successful Deliveries", "Soft Bounces", "Hard Bounces", "Unique Opens",
         "Open Rate", "Unique Clicks", "Unique Id"], rows, end="\n"))
    rows, events = [], []
    stamp = lambda at: f"{at:%m/%d/%Y %H:%M}" if at else ""
    for title, subject, at in sends:
        for euid, leid, given, family, email in people:
            status = rnd.choices(["Delivered", "Soft bounce", "Hard bounce"], [60, 1, 1])[0]
            opened = at + dt.timedelta(seconds=rnd.randrange(300, 200_000)) if status == "Delivered" and rnd.random() < 0.5 else None
            clicked = opened + dt.timedelta(seconds=rnd.randrange(5, 900)) if opened and rnd.random() < 0.25 else None
            gone = opened + dt.timedelta(hours=1) if opened and rnd.random() < 0.01 else None
            rows.append([title, email, stamp(at), status, stamp(opened), rnd.randrange(1, 5) if opened else 0, stamp(clicked), 1 if clicked else 0, stamp(gone)])
            epoch = lambda t: int((t - dt.datetime(1970, 1, 1)).total_seconds())
            if clicked:
                events.append([epoch(clicked), "click", title, email, f"https://perks.example.com/{rnd.choice(['travel', 'spa', 'food'])}?utm_source=mail", rnd.choice(["Gmail", "Outlook", "iOS Mail"])])
            if opened:
                events.append([epoch(opened), "open", title, email, "", rnd.choice(["Gmail", "Outlook", "iOS Mail"])])
    write("newsletter/delivery_report.csv", table(
        ["Campaign Title", "Email Address", "Sent", "Delivery Status", "First Opened", "Total Opens", "First Clicked", "Total Clicks", "Unsubscribed On"], rows, end="\n"))
    write("newsletter/events_export.csv", table(["timestamp", "event", "campaign", "recipient", "url", "client"], sorted(events), end="\n"))


def analytics():
    rnd = random.Random(4)
    head = lambda title, *lines: "".join(f"# {line}\n" for line in ("-" * 40, "Member portal", title, *lines, "-" * 40)) + "\n"
    days = [dt.date(2026, 3, 1) + dt.timedelta(days=n) for n in range(31)]
    rows, total = [], [0, 0, 0]
    for day in days:
        for channel in ["Direct", "Organic Search", "Email", "Referral", "Paid Search"]:
            for device, browser, system, screen in [("desktop", "Chrome", "Windows", "1920x1080"), ("mobile", "Safari", "iOS", "390x844"), ("mobile", "Chrome", "Android", "412x915")]:
                for kind in ["new", "returning"]:
                    sessions = rnd.randrange(3, 400)
                    numbers = [sessions, sessions * rnd.randrange(2, 5), round(sessions * rnd.uniform(20, 90))]
                    total = [a + b for a, b in zip(total, numbers)]
                    rows.append([f"{day:%Y%m%d}", channel, device, browser, system, screen, kind, *numbers])
    write("analytics/free-form-1.csv", head("Exploration 1", "20260301-20260331") + table(
        ["Date", "Session default channel group", "Device category", "Browser", "Operating system", "Screen resolution", "New / returning", "Sessions", "Views",
         "User engagement"], [["", "", "", "", "", "", "", *total], *rows], end="\n"))
    write("analytics/Traffic_acquisition.csv", head("Traffic acquisition: Session primary channel group", "Start date: 20260301", "End date: 20260331") + table(
        ["Session primary channel group (Default Channel Group)", "Sessions", "Engaged sessions", "Engagement rate", "Average engagement time per session", "Key events"],
        [[c, n := rnd.randrange(900, 30000), int(n * 0.6), "0.6", f"{rnd.uniform(20, 90):.9f}", 0] for c in ["Direct", "Organic Search", "Email", "Unassigned"]], end="\n"))
    terms = ["hotel", "car rental", "gym, pool", "spa", "vision", "dental plan", "tickets", "theme park", "phone plan", "pet insurance", "movie", "discount code"]
    write("analytics/Search_terms.csv", head("Site search", "Start date: 20260301", "End date: 20260331") + table(
        ["Date", "Search term", "Event count", "Total users"], [[f"{d:%Y%m%d}", t, n := rnd.randrange(1, 60), max(1, n - rnd.randrange(9))] for d in days for t in rnd.sample(terms, 7)], end="\n"))
    write("analytics/Pages_and_screens.csv", head("Pages and screens: Page title", "Start date: 20260301", "End date: 20260331") + table(
        ["Page title and screen class", "Views", "Active users", "Views per active user", "Average engagement time per active user", "Event count"],
        [[f"{p} | Member portal", v := rnd.randrange(50, 9000), v // 3, "3.0", f"{rnd.uniform(5, 120):.9f}", v * 4] for p in ["Home", "Offers", "Travel", "Dining", "Sign in", "Help"]], end="\n"))
    rows = [[f"{d:%Y-%m-%d}", f"{h:02}:00", c, n := rnd.randrange(0, 90), n * 3, f"{rnd.randrange(0, 6)}:{rnd.randrange(60):02}"]
            for d in days for h in range(24) for c in ["Desktop", "Smartphone"]]
    write("analytics/visits-by-hour.tsv", table(["Date", "Server time - hour", "Device type", "Visits", "Actions", "Avg. visit duration"], rows, "\t", "\n"), "utf-16")


def survey():
    rnd = random.Random(5)
    ids = [f"{8000 + 3 * n}-{n % 10}" for n in range(260)]
    answers = ["1 - Very dissatisfied", "2 - Dissatisfied", "3 - Neutral", "4 - Satisfied", "5 - Very satisfied"]
    rows = [["", "", "", "", "", "", "", "Response", "Open-Ended Response", "Response"]]
    for n, at in enumerate(moments(rnd, 180)):
        rows.append([118_400_000_000 + n, 455120, f"{at:%m/%d/%Y %I:%M:%S %p}", f"{at + dt.timedelta(minutes=4):%m/%d/%Y %I:%M:%S %p}", f"198.51.100.{rnd.randrange(255)}", "",
                     ids[n], rnd.choices(answers, [1, 2, 4, 8, 6])[0], rnd.choice(["", "", "More travel, please", "Great \"extras\"", "Search is slow\nand hard to find"]),
                     rnd.choice(["Yes", "No"])])
    write("survey/Member Satisfaction Q1 2026.csv", table(
        ["Respondent ID", "Collector ID", "Date Created", "Date Modified", "IP Address", "Email Address", "Custom Data 1", "Overall, how satisfied are you with the program?",
         "What could we improve?", "May we contact you?"], rows, end="\n"))
    polls = [(31, "Which perk matters most?", ["Travel", "Dining", "Fitness"]), (32, "How often do you use the app?", ["Daily", "Weekly", "Less"])]
    rows = []
    for poll, question, choices in polls:
        for voter in rnd.sample(ids, 170):
            pick = rnd.randrange(3)
            at = dt.datetime(2026, 3, 2) + dt.timedelta(seconds=rnd.randrange(2_000_000))
            rows.append([90000 + len(rows), poll, question, pick + 1, choices[pick], voter, at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{rnd.randrange(1000):03}Z", "widget"])
    write("survey/votes.csv", table(["vote_id", "poll_id", "poll_question", "choice_no", "choice_text", "voter_ref", "voted_at", "channel"], rows, end="\n", quoting=csv.QUOTE_ALL))
    rows = [[i, rnd.choice(["Employee", "Retiree", "Dependent"]), rnd.choice(["Health", "Auto"]), f"{dt.date(2023, 1, 1) + dt.timedelta(days=rnd.randrange(1000)):%m/%d/%Y}",
             rnd.choice(["HR portal", "Mailing"])] for i in ids]
    write("survey/panel.csv", table(["Panelist", "Type", "Line of business", "Eligible since", "Recruited via"], rows, end="\n"))


def app():
    rnd = random.Random(6)
    ids = [f"u_{rnd.randrange(16**8):08x}" for _ in range(220)]
    deals = [(n + 1, name, partner) for n, (name, partner) in enumerate([("2 for 1 cinema", "Lumen"), ("Rent-a-bike day", "Velo"), ("Lunch menu", "Basil"), ("Museum pass", "Artium")])]
    articles = [(700 + n, title, section) for n, (title, section) in enumerate([("Five day trips", "Travel"), ("Sleep better", "Health"), ("What is an APR?", "Money")])]
    out = []
    for n, at in enumerate(moments(rnd, 2600, days=14)):
        kind = rnd.choices(["session_login", "offer_viewed", "offer_redeem_tapped", "article_read", "article_shared", "push_received"], [8, 12, 3, 6, 1, 4])[0]
        more = {}
        if kind.startswith("offer"):
            deal = rnd.choice(deals)
            more = {"offer_id": deal[0], "offer_name": deal[1], "partner": deal[2], "position": rnd.randrange(1, 9)}
        elif kind.startswith("article"):
            piece = rnd.choice(articles)
            more = {"article_id": piece[0], "title": piece[1], "screen": f"/read/{piece[0]}"}
        out.append(json.dumps({"uuid": f"{rnd.randrange(16**12):012x}", "event_type": kind, "event_time": at.strftime("%Y-%m-%d %H:%M:%S.") + f"{rnd.randrange(10**6):06}",
                               "user_id": rnd.choice(ids), "platform": rnd.choice(["iOS", "Android"]), "event_properties": more}))
    packed = io.BytesIO()
    with gzip.GzipFile("", "wb", 9, packed, mtime=0) as file:
        file.write(("\n".join(out) + "\n").encode())
    write("app/events_2026-03.json.gz", packed.getvalue())
    users = [{"id": i, "createdAt": f"{dt.datetime(2025, 1, 1) + dt.timedelta(seconds=rnd.randrange(30_000_000)):%Y-%m-%dT%H:%M:%S}.000Z", "profile": {"name": " ".join(person(rnd, 0)[:2]), "country": "US"},
              "membership": {"plan": rnd.choice(["free", "plus", "premium"]), "brand": rnd.choice(["Alto", "Brio"]), "cohorts": rnd.choice([["beta"], ["beta", "family"], ["family"]])},
              "acquisition_channel": rnd.choice(["organic", "invite", "ad"]), "deletedAt": None} for i in ids]
    write("app/users.json", json.dumps(users, indent=1) + "\n")
    write("app/cms_articles.json", json.dumps([{"articleId": i, "headline": t, "section": s, "publishedAt": f"2026-02-{10 + n}T06:00:00Z", "wordCount": 700} for n, (i, t, s) in enumerate(articles)], indent=1) + "\n")


def benefits_workbook():
    rnd = random.Random(7)
    ids = [70011 + 13 * n for n in range(180)]
    day = lambda first, span: dt.datetime(first, 1, 1) + dt.timedelta(days=rnd.randrange(span))
    members = [["Benefits Member Roster"], ["As of", dt.datetime(2026, 3, 31)], [],
               ["Employee No.", "Name", "Benefit Level", "Division", "Employee Group", "Start Date", "How they joined"]]
    members += [[i, " ".join(person(rnd, 0)[:2]), rnd.choice(["Core", "Plus", "Executive"]), rnd.choice(["Manufacturing", "Services"]), rnd.choice(["Full-time", "Part-time"]),
                 day(2023, 1000), rnd.choice(["Open enrollment", "New hire"])] for i in ids]
    usage = [["Date of use", "Employee No.", "Provider", "Benefit", "Benefit Category", "Uses", "Amount Spent", "Amount Saved"]]
    usage += [[dt.datetime(2026, 3, 1) + dt.timedelta(days=rnd.randrange(31)), rnd.choice(ids), p := rnd.choice(["FitHub", "Cinemax 8", "Airlane"]), f"{p} pass", {"FitHub": "Fitness", "Cinemax 8": "Leisure"}.get(p, "Travel"),
               rnd.randrange(1, 3), round(rnd.uniform(8, 300), 2), round(rnd.uniform(1, 60), 2)] for _ in range(420)]
    usage += [["Total", None, None, None, None, sum(r[5] for r in usage[1:]), round(sum(r[6] for r in usage[1:]), 2), round(sum(r[7] for r in usage[1:]), 2)]]
    readme = [["How to read this workbook"], ["Roster: one row per eligible employee"], ["Usage: one row per use"], ["Questions: benefits@example.com"]]
    codes = [["Code", "Colour", "Meaning"], [1, "green", "on track"], [2, "amber", "watch"], [3, "red", "act"]]
    workbook("workbook/Benefits report 2026-03.xlsx", [("Read me", readme), ("Roster", members), ("Usage", usage), ("Legend", codes)])
    plan = [["Planned send", "Target group", "Enrollment", "Remarks"]]
    plan += [[dt.datetime(2026, 4, 2) + dt.timedelta(days=5 * n), rnd.choice(["Full-time", "Part-time", "Everybody"]), rnd.choice(["Enrolled", "Not enrolled"]), rnd.choice([None, "Needs legal review", "Second wave"])] for n in range(60)]
    workbook("workbook/mail plan.xlsx", [("Plan", plan)])


def kundenclub():
    rnd = random.Random(8)
    ids = [f"{2900000 + 17 * n:010}" for n in range(330)]
    german = lambda header, rows: table(header, rows, ";")
    rows = [[i, rnd.choice(["Frau", "Herr"]), f, rnd.randrange(10000, 99999), rnd.choice(["Basis", "Silber", "Gold"]), rnd.choice(["Nord", "Süd", "Österreich"]), rnd.choice(["Familie", "Student", "Rentner"]),
             f"{dt.date(2022, 1, 1) + dt.timedelta(days=rnd.randrange(1400)):%d.%m.%Y}", rnd.choice(["Filiale", "Online", "Empfehlung"])] for n, i in enumerate(ids) for f in [person(rnd, n)[1]]]
    write("kundenclub/Mitgliederliste.csv", german(["Kartennummer", "Anrede", "Nachname", "PLZ", "Kartenstatus", "Region", "Kundengruppe", "Eintrittsdatum", "Geworben über"], rows), "windows-1252")
    rows = [[f"{at:%d.%m.%Y}", rnd.choice(ids), rnd.choice(["Bäckerei Nölle", "Möbel Kraus", "Optik Weiß"]), rnd.choice(["Frühlingsrabatt", "Treuebonus 5 %", "2. Brille gratis"]), rnd.choice([1, 1, 2, 3]),
             money(rnd.uniform(3, 2400), ",", "."), money(rnd.uniform(0, 200), ",", "."), "EUR"] for at in moments(rnd, 1100)]
    write("kundenclub/Umsätze_2026-03.csv", german(["Belegdatum", "Kartennummer", "Partnerfirma", "Aktion", "Menge", "Bruttoumsatz", "Nachlass", "Währung"], rows), "windows-1252")
    rows = [[f"{at:%d.%m.%Y %H:%M}", rnd.choice(ids), rnd.choice(["Handy", "PC", "Tablet"]), rnd.choices(["erfolgreich", "falsches Kennwort"], [15, 1])[0]] for at in moments(rnd, 2200)]
    write("kundenclub/Anmeldungen_Portal.csv", german(["Zeitpunkt", "Kartennummer", "Endgerät", "Ergebnis"], rows), "windows-1252")
    rows = [[f"{at:%d.%m.%Y}", f"{at:%H:%M}", rnd.choice(ids), rnd.randrange(1, 6), rnd.choice(["", "Schöne App", "zu langsam; nervt"])] for at in moments(rnd, 150)]
    write("kundenclub/Zufriedenheit.csv", "Umfrage Kundenclub, Stand 01.04.2026\r\n\r\n" + german(["Datum", "Uhrzeit", "Karten-Nr.", "Zufriedenheit (1 bis 5)", "Anmerkung"], rows), "windows-1252")


def socios():
    rnd = random.Random(9)
    ids = [f"S-{4000 + 3 * n}" for n in range(240)]
    spanish = lambda header, rows: "\ufeff" + table(header, rows, ";")
    rows = [[i, *person(rnd, n)[:2], rnd.choice(["Clásico", "Plata", "Oro"]), rnd.choice(["Hogar", "Vida"]), rnd.choice(["Jóvenes", "Mayores"]), f"{dt.date(2023, 5, 1) + dt.timedelta(days=rnd.randrange(900)):%d/%m/%Y}",
             rnd.choice(["Página web", "Teléfono", "Oficina"]), rnd.choice(["Sí", "No"])] for n, i in enumerate(ids)]
    write("socios/socios.csv", spanish(["Nº de socio", "Nombre", "Apellidos", "Categoría", "Ramo", "Segmento", "Fecha de alta", "Canal de captación", "Acepta correo"], rows))
    rows = [[f"{at:%d/%m/%Y}", rnd.choice(ids), e := rnd.choice(["Viajes Ñandú", "Gimnasio Sol", "Cine Ideal"]), f"{rnd.choice(['Descuento', 'Entrada'])} {e}", {"Viajes Ñandú": "Viajes", "Gimnasio Sol": "Deporte"}.get(e, "Ocio"),
             rnd.choice([1, 1, 2, 4]), money(rnd.uniform(5, 1900), ",", ".") + " €", money(rnd.uniform(0, 90), ",", ".") + " €"] for at in moments(rnd, 900)]
    write("socios/canjes_marzo.csv", spanish(["Fecha", "Nº de socio", "Empresa colaboradora", "Beneficio", "Rubro", "Usos", "Importe", "Ahorro"], rows))
    rows = [[f"A{n:03}", a, money(p, ",", ".") + " €", "21 %"] for n, (a, p) in enumerate([("Cuota anual", 60), ("Tarjeta adicional", 12.5), ("Duplicado de tarjeta", 6)] * 17)]
    write("socios/tarifas 2026.csv", spanish(["Código", "Concepto", "Precio", "IVA"], rows))


def affinity():
    rnd = random.Random(10)
    ids = [f"{rnd.randrange(10**8):08}" for _ in range(400)]
    offers = [(500 + n, name, vendor, kind) for n, (name, vendor, kind) in enumerate([("10% off tires", "WheelWorks", "Auto"), ("Two nights, pay one", "Harbor Inn", "Travel"), ("Free eye exam", "ClearView", "Health"), ("Family pass", "Funland", "Leisure")])]
    rows = [[i, rnd.choice(["Standard", "Preferred", "Elite"]), rnd.choice(["Alumni", "Teachers Union", "Credit Union"]), rnd.choice(["Adults", "Seniors"]), f"{dt.date(2024, 1, 1) + dt.timedelta(days=rnd.randrange(800)):%d-%b-%Y}",
             rnd.choice(["Group mailing", "Web", "Call center"]), "A"] for i in ids]
    roster = table(["MBR_ID", "MBR_TIER", "GRP_NM", "SEGMENT", "EFF_DT", "ENRL_SRC", "STAT_CD"], rows, "|", "\n")
    listed = table(["OFFER_ID", "OFFER_NM", "VENDOR_NM", "CATEGORY", "START_DT", "END_DT"], [[*o, "01-Jan-2026", "31-Dec-2026" if o[0] % 2 else ""] for o in offers], "|", "\n")
    used = [[rnd.choice(ids), rnd.choice(offers)[0], f"{at:%d-%b-%Y}", rnd.choice([1, 1, 2]), money(rnd.uniform(9, 800), thousands=None), money(rnd.uniform(1, 90), thousands=None)] for at in moments(rnd, 1300)]
    usage = table(["MBR_ID", "OFFER_ID", "USE_DT", "USE_CNT", "SPEND_AMT", "SAVED_AMT"], used, "|", "\n")
    clicks = [[f"{at:%d-%b-%Y %H:%M:%S}", rnd.choice(ids), rnd.choice(offers)[0], rnd.choices(["V", "C"], [5, 1])[0]] for at in moments(rnd, 2900)]
    clicked = table(["ACT_TS", "MBR_ID", "OFFER_ID", "ACT_CD"], clicks, "|", "\n")
    mac = b"\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X        \x00\x02" + bytes(120)
    files = [("Affinity Março/".replace("ç", "c\u0327"), b"")]
    for name, text in [("members.txt", roster), ("partner_offers.txt", listed), ("usage_202603.txt", usage), ("clickstream_202603.txt", clicked)]:
        files += [(f"Affinity Março/{name}".replace("ç", "c\u0327"), text.encode()), (f"__MACOSX/Affinity Março/._{name}".replace("ç", "c\u0327"), mac)]
    write("affinity/Affinity 2026-03.zip", zipped([*files, ("Affinity Março/.DS_Store".replace("ç", "c\u0327"), mac)]))


for make in (loyalty, retailer, newsletter, analytics, survey, app, benefits_workbook, kundenclub, socios, affinity):
    make()
