import type { Locator, Page } from "@playwright/test";
import { checkPage, devices } from "./looks";
import {
  addDays,
  apply,
  bar,
  callsOf,
  cardOf,
  filtersOf,
  idle,
  notice,
  open,
  openLinked,
  openPeriod,
  plain,
  withFilters,
  written,
} from "./page";
import { expect, test } from "./test";

const EMAILS = "/emails-dashboard";
const OFFERS = "/offers-dashboard";
const EMAILS_INFO = "api/v1/emails/dashboard/info";
const OFFERS_INFO = "api/v1/offer/dashboard/info";
const CAMPAIGNS = "api/v1/emails/dashboard/getCampaigns";
const TYPES = "api/v1/emails/dashboard/getCampaignsTypes";
const CATEGORIES = "api/v1/offer/dashboard/getOffersCategories";
const PERIOD = { period: "LAST_12MONTHS" };

type Named = { readonly id: number; readonly name: string };
type Campaign = Named & { readonly campaigntypeid: number };
type Offer = Named & { readonly categoryPrimary: number };

const list = (popover: Locator, name: string): Locator => popover.getByRole("region", { name, exact: true });
const box = (of: Locator, name: string): Locator => of.getByRole("checkbox", { name, exact: true });
/** The names of the checked boxes in a list, without its All box. */
async function tickedIn(of: Locator): Promise<string[]> {
  return of.getByRole("listitem").evaluateAll((rows) =>
    rows
      .slice(1)
      .filter((row) => row.querySelector("input")?.checked)
      .map((row) => row.querySelector("label")?.textContent?.trim() ?? ""),
  );
}

const firstOf = <T>(items: readonly T[], what: string): T => {
  const [first] = items;
  if (first === undefined) throw new Error(`the demo has no ${what}`);
  return first;
};

test.describe("campaigns", () => {
  test("types select campaigns and campaigns select types; the figures match a call with the same ids", async ({
    page,
    api,
  }) => {
    const campaigns = await api<Campaign[]>(CAMPAIGNS, PERIOD);
    const types = await api<Named[]>(TYPES);
    const surveys = types.find(({ name }) => name === "Survey") ?? firstOf(types, "campaign types");
    const ofType = campaigns.filter(({ campaigntypeid }) => campaigntypeid === surveys.id);
    const names = (all: readonly Named[]) => all.map(({ name }) => name).sort();
    await open(page, withFilters(EMAILS, PERIOD));
    const popover = await openLinked(page, "Campaigns");
    const [left, right] = [list(popover, "Campaign types"), list(popover, "Campaigns")];
    await expect(left.getByRole("checkbox")).toHaveCount(types.length + 1);
    await expect(right.getByRole("checkbox")).toHaveCount(campaigns.length + 1);
    await expect.poll(async () => (await tickedIn(left)).length).toBe(types.length);
    await expect.poll(async () => (await tickedIn(right)).length).toBe(campaigns.length);

    await left.getByRole("button", { name: `ONLY ${surveys.name}`, exact: true }).click();
    await expect.poll(() => tickedIn(left)).toEqual([surveys.name]);
    await expect.poll(async () => (await tickedIn(right)).sort()).toEqual(names(ofType));
    await expect(box(left, "All Campaign types")).toBeChecked({ indeterminate: true });
    await expect(box(right, "All Campaigns")).toBeChecked({ indeterminate: true });
    await expect(notice(page)).toHaveText("Some filters have changed.");
    // All of a type are named by it; how many they are is one step away.
    const button = bar(page).getByRole("button", { name: /Campaigns/ });
    await expect(button).toContainText(surveys.name);
    await expect(button.getByTitle(`${ofType.length} of ${campaigns.length}`)).toBeVisible();

    const request = page.waitForRequest(`**/${EMAILS_INFO}`);
    await apply(page, popover);
    const wanted = { ...PERIOD, campaignsTypesAll: false, campaignsTypes: [surveys.id] };
    expect((await request).postDataJSON()).toMatchObject({ ...wanted, campaignsAll: true });
    expect(filtersOf(page.url())).toEqual(wanted);
    await idle(page);
    const delivery = async (filters: object) => {
      const { deliveryStatus } = await api<{ deliveryStatus: Record<string, number> }>(EMAILS_INFO, filters);
      return [
        `Sent ${written(deliveryStatus.sent ?? 0)}`,
        `Campaigns ${written(deliveryStatus.campaigns ?? 0)}`,
      ];
    };
    const shown = async () => plain(await cardOf(page, "Delivery Status").innerText());
    for (const figure of await delivery(wanted)) expect(await shown()).toContain(figure);

    // A single campaign leaves its type partly checked.
    const chosen = firstOf(
      campaigns.filter(
        ({ campaigntypeid }) => campaigns.filter((one) => one.campaigntypeid === campaigntypeid).length > 1,
      ),
      "type of several campaigns",
    );
    const type = types.find(({ id }) => id === chosen.campaigntypeid)?.name ?? "";
    await openLinked(page, "Campaigns");
    await right.getByRole("button", { name: `ONLY ${chosen.name}`, exact: true }).click();
    await expect.poll(() => tickedIn(right)).toEqual([chosen.name]);
    await expect(box(left, type)).toBeChecked({ indeterminate: true });
    await apply(page, popover);
    await idle(page);
    const applied = filtersOf(page.url()) ?? {};
    expect(applied).toMatchObject({ campaignsAll: false, campaigns: [chosen.id] });
    for (const figure of await delivery({ ...PERIOD, campaignsAll: false, campaigns: [chosen.id] }))
      expect(await shown()).toContain(figure);

    // All selects everything again, even from an empty selection.
    await openLinked(page, "Campaigns");
    await box(right, "All Campaigns").check();
    await expect.poll(async () => (await tickedIn(left)).length).toBe(types.length);
    await box(right, "All Campaigns").uncheck();
    await expect.poll(() => tickedIn(left)).toEqual([]);
    await expect(list(popover, "Campaign types")).toContainText("None Campaigns Types");
    await expect(right).toContainText("None Campaigns");
    await expect(bar(page).getByRole("button", { name: /Campaigns/ })).toHaveText(/^\s*None Campaigns$/);
    await apply(page);
    await expect(bar(page)).toContainText("No campaign is chosen: all figures are 0.");
    await openLinked(page, "Campaigns");
    await box(left, "All Campaign types").check();
    await expect.poll(async () => (await tickedIn(right)).length).toBe(campaigns.length);
    await apply(page);
    await expect.poll(() => filtersOf(page.url())).toEqual(PERIOD);
  });

  test("another period has its own campaigns; chosen ones stay chosen, and the bar counts those it lacks", async ({
    page,
    api,
  }) => {
    const { today } = await api<{ today: string }>("api/v1/program");
    const yesterday = addDays(today, -1);
    const of = (start: string) => ({ period: "SELECTED_DATE", startDate: start, endDate: yesterday });
    const campaigns = await api<Campaign[]>(CAMPAIGNS, of(addDays(today, -90)));
    const recent = new Set(campaigns.map(({ id }) => id));
    const both = firstOf(campaigns, "campaigns");
    const old = firstOf(
      (await api<Campaign[]>(CAMPAIGNS, PERIOD)).filter(({ id }) => !recent.has(id)),
      "earlier campaigns",
    );
    const ids = [both.id, old.id].sort((a, b) => a - b);
    await open(page, withFilters(EMAILS, { ...PERIOD, campaignsAll: false, campaigns: ids }));
    // The bar's button has already requested the list to show how many are selected.
    const calls = callsOf(page);
    const requested = () => calls.filter(({ path }) => path === CAMPAIGNS).map(({ body }) => body);
    let popover = await openLinked(page, "Campaigns");
    await expect(popover.getByRole("checkbox").first()).toBeVisible();
    expect(requested()).toEqual([]);
    await page.keyboard.press("Escape");
    const period = await openPeriod(page);
    await period.getByRole("button", { name: "Last 90 days" }).click();
    popover = await openLinked(page, "Campaigns");
    const right = list(popover, "Campaigns");
    await expect(right.getByRole("checkbox")).toHaveCount(campaigns.length + 1);
    expect(requested()).toEqual([of(addDays(today, -90))]);
    await expect.poll(() => tickedIn(right)).toEqual([both.name]);
    await apply(page, popover);
    await idle(page);
    expect(filtersOf(page.url())).toMatchObject({ period: "LAST_90DAYS", campaigns: ids });
    await expect(bar(page)).toContainText("1 chosen campaign was not sent in this period and is left out.");

    // The same dates again, even after reloading the page: the list is cached.
    await page.reload();
    await idle(page);
    await openLinked(page, "Campaigns");
    await expect(right.getByRole("checkbox")).toHaveCount(campaigns.length + 1);
    expect(requested()).toHaveLength(1);
  });

  test("empty lists say so", async ({ page }) => {
    await page.route(`**/${TYPES}`, (route) => route.fulfill({ json: [] }));
    await open(
      page,
      withFilters(EMAILS, { period: "SELECTED_DATE", startDate: "1999-01-01", endDate: "1999-01-31" }),
    );
    const popover = await openLinked(page, "Campaigns");
    await expect(popover).toContainText("No campaigns types found");
    await expect(popover).toContainText("No campaigns found");
  });
});

test.describe("offers", () => {
  test("categories select offers, category 9 is not listed, and the figures match a call with the same ids", async ({
    page,
    api,
  }) => {
    const categories = await api<Named[]>(CATEGORIES);
    expect(categories.map(({ id }) => id)).not.toContain(9);
    const dining =
      categories.find(({ name }) => name === "Dining") ?? firstOf(categories, "offer categories");
    const calls = callsOf(page);
    await open(page, withFilters(OFFERS, PERIOD));
    const answered = page.waitForResponse("**/api/v1/offer/dashboard/getOffers");
    const popover = await openLinked(page, "Offers");
    const offers = (await (await answered).json()) as Offer[];
    // All offers ever, regardless of the bar.
    expect(calls.find(({ path }) => path.endsWith("/getOffers"))?.body).toEqual({
      period: "SELECTED_DATE",
      startDate: "1900-01-01",
      endDate: "2099-12-31",
      userGroupsTiersAll: true,
      userGroupsLobsAll: true,
      userGroupsAudiencesAll: true,
      campaignsAll: true,
      campaignsTypesAll: true,
      offersAll: true,
      offersCategoriesAll: true,
    });
    const [left, right] = [list(popover, "Offer categories"), list(popover, "Offers")];
    await expect(left.getByRole("checkbox")).toHaveCount(categories.length + 1);
    // A long list draws only the visible rows; its heading counts all of them.
    const counted = (count: number) => expect(right).toContainText(`${count} of ${offers.length}`);
    await counted(offers.length);
    const ofDining = offers.filter(({ categoryPrimary }) => categoryPrimary === dining.id);
    await left.getByRole("button", { name: `ONLY ${dining.name}`, exact: true }).click();
    await counted(ofDining.length);
    const button = bar(page).getByRole("button", { name: /Offers/ });
    await expect(button).toContainText(dining.name);
    await expect(button.getByTitle(`${ofDining.length} of ${offers.length}`)).toBeVisible();

    // Searching narrows the list; All then applies to the matches.
    await right.getByRole("searchbox").fill(ofDining[0]?.name ?? "");
    const found = offers.filter(({ name }) =>
      name.toLowerCase().includes((ofDining[0]?.name ?? "").toLowerCase()),
    );
    await expect(right.getByRole("checkbox")).toHaveCount(found.length + 1);
    await right.getByRole("checkbox", { name: `All ${found.length} found Offers` }).click();
    await right.getByRole("searchbox").fill("");
    const foundIds = new Set(found.map(({ id }) => id));
    const before = new Set(ofDining.map(({ id }) => id));
    const allWere = found.every(({ id }) => before.has(id));
    const ids = offers
      .filter(({ id }) => (foundIds.has(id) ? !allWere : before.has(id)))
      .map(({ id }) => id)
      .sort((a, b) => a - b);
    await counted(ids.length);
    await right.getByRole("searchbox").fill("no offer is called this");
    await expect(right).toContainText("No offers found");
    await right.getByRole("searchbox").fill("");

    await apply(page, popover);
    await idle(page);
    const info = async (filters: object) =>
      api<Record<string, Record<string, number>>>(OFFERS_INFO, { ...PERIOD, ...filters });
    // The same figures as with offer ids only, however the page encodes the selection.
    const { totalInteractionDto, partnerDto } = await info({ offersAll: false, offers: ids });
    const card = plain(await cardOf(page, "Offers Total Interactions").innerText());
    expect(card).toContain(`Total Views ${written(totalInteractionDto?.totalViews ?? Number.NaN)}`);
    expect(plain(await cardOf(page, "Partners").innerText())).toContain(
      `Redemptions ${written(partnerDto?.redemptions ?? Number.NaN)}`,
    );
    const all = await info({});
    expect(all.totalInteractionDto?.totalViews).not.toBe(totalInteractionDto?.totalViews);

    // The selection carries over to a breakdown and its calls.
    const applied = filtersOf(page.url()) ?? {};
    const request = page.waitForRequest("**/totalInteraction/breakdowns");
    await cardOf(page, "Offers Total Interactions")
      .getByRole("link", { name: /See Breakdown/ })
      .click();
    expect((await request).postDataJSON()).toMatchObject(applied);
    await idle(page);
    await expect(page.getByRole("region", { name: "Summary" })).toContainText(
      written(totalInteractionDto?.totalViews ?? Number.NaN),
    );
  });
});

for (const [device, size] of devices)
  test.describe(device, () => {
    test.use(size);

    test("a list of 5,000 offers works by keyboard and by search, and is accessible", async ({ page }) => {
      const offers = Array.from({ length: 5000 }, (_, at) => ({
        id: at + 1,
        name: `Offer ${at + 1}${at % 7 === 0 ? ` with a name that takes more than one line of a list: ${"x".repeat(40)}` : ""}`,
        categoryPrimary: 1 + (at % 4),
      }));
      await page.route("**/api/v1/offer/dashboard/getOffers", (route) => route.fulfill({ json: offers }));
      await open(page, OFFERS);
      const popover = await openLinked(page, "Offers");
      if (device === "phone") await popover.getByRole("radio", { name: "Offers", exact: true }).check();
      const right = list(popover, "Offers");
      await expect(right).toContainText("5000 of 5000");
      const rows = right.getByRole("listitem");
      expect(await rows.count()).toBeLessThan(80);
      await expect(rows.first()).toHaveAttribute("aria-setsize", "5001");
      await checkPage(page, device, "5,000 offers");

      // To the end, past the rows with two lines, whose height had been estimated.
      const box = right.getByRole("list");
      const last = right.getByRole("checkbox", { name: "Offer 5000", exact: true });
      await expect(async () => {
        await box.evaluate((element) => {
          element.scrollTop = element.scrollHeight;
        });
        await expect(last).toBeInViewport({ timeout: 200 });
      }).toPass();
      await last.uncheck();
      await expect(right).toContainText("4999 of 5000");

      // From row to row with the Tab key: no row is skipped.
      await right.getByRole("searchbox").fill("offer 4");
      const all = right.getByRole("checkbox", { name: /^All [\d,]+ found Offers$/ });
      await expect(all).toBeInViewport();
      await all.focus();
      const found = offers.filter(({ name }) => name.startsWith("Offer 4"));
      for (const { name } of found.slice(0, 40)) {
        await page.keyboard.press("Tab");
        await expect(right.getByRole("checkbox", { name, exact: true })).toBeFocused();
        await page.keyboard.press("Tab");
        await expect(right.getByRole("button", { name: `ONLY ${name}`, exact: true })).toBeFocused();
      }
      await page.keyboard.press("Enter");
      await expect(right).toContainText("1 of 5000");
      await expect(right.getByRole("button", { name: `ONLY ${found[39]?.name}`, exact: true })).toBeFocused();
    });
  });

/** The body of a call on a dashboard whose address contains these lists but which does not send them. */
async function bodyOf(page: Page, path: string, call: string, filters: object): Promise<object> {
  const request = page.waitForRequest(`**/${call}`);
  await page.goto(withFilters(path, filters as Record<string, unknown>));
  const body = (await request).postDataJSON() as object;
  await idle(page);
  return body;
}

test("a screen sends only the filters of its own bar and keeps the others in the address", async ({
  page,
}) => {
  const filters = {
    ...PERIOD,
    userGroupsLobsAll: false,
    userGroupLobs: [1],
    campaignsTypesAll: false,
    campaignsTypes: [1],
    offersCategoriesAll: false,
    offersCategories: [2],
  };
  const website = await bodyOf(page, "/website-dashboard", "api/v1/website/dashboard/info", filters);
  expect(website).toEqual(PERIOD);
  const offers = await bodyOf(page, OFFERS, OFFERS_INFO, filters);
  expect(offers).toMatchObject({ userGroupLobs: [1], offersCategories: [2] });
  expect(offers).not.toHaveProperty("campaignsTypes");
  const emails = await bodyOf(page, EMAILS, EMAILS_INFO, filters);
  expect(emails).toMatchObject({ userGroupLobs: [1], campaignsTypes: [1] });
  expect(emails).not.toHaveProperty("offersCategories");
  await page
    .getByRole("navigation", { name: "Main menu" })
    .getByRole("link", { name: "Offers Dashboard" })
    .click();
  expect(filtersOf(page.url())).toEqual(filters);
  await idle(page);
});
