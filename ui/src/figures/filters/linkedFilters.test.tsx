import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FILTERS_PARAM } from "../../api/paths";
import { useAutoApply } from "./autoApply";
import { decodeFilters } from "./codec";
import { useDraft } from "./draft";
import { FilterBar } from "./FilterBar";
import { type BarKind, DEFAULT_FILTERS, toParams } from "./model";

const PROGRAM = {
  name: "BOND",
  today: "2026-11-20",
  through: "2026-11-19",
  firstDay: "2025-11-20",
  currency: "USD",
  demo: false,
};
const TYPES = [
  { id: 1, name: "Newsletter" },
  { id: 2, name: "Promotion" },
];
const CAMPAIGNS = [
  { id: 11, name: "January News", campaigntypeid: 1 },
  { id: 12, name: "June News", campaigntypeid: 1 },
  { id: 21, name: "Double Rewards Week", campaigntypeid: 2 },
];
const RECENT = [{ id: 22, name: "November Sale", campaigntypeid: 2 }];
const CATEGORIES = [
  { id: 3, name: "Travel" },
  { id: 4, name: "Home" },
];
// Category 9 is not listed.
const OFFERS = Array.from({ length: 300 }, (_, at) => ({
  id: at + 1,
  name: `Offer ${at + 1}`,
  categoryPrimary: at === 299 ? 9 : 3 + (at % 2),
}));

let address = "";
function Address() {
  const { pathname, search } = useLocation();
  address = pathname + search;
  return null;
}

function applied() {
  return decodeFilters(new URLSearchParams(address.split("?")[1]).get(FILTERS_PARAM));
}

const requests: { path: string; body: Record<string, unknown> }[] = [];

/** Answers like the server. */
function answer(path: string, body: Record<string, unknown>): unknown {
  requests.push({ path, body });
  switch (path.split("/").pop()) {
    case "getCampaignsTypes":
      return TYPES;
    case "getCampaigns":
      return body.startDate === "2026-11-13" ? RECENT : CAMPAIGNS;
    case "getOffersCategories":
      return CATEGORIES;
    case "getOffers":
      return OFFERS;
    case "getOffersPartners":
      return [7, 8, 20, 301].map((id) => ({ id, partner: "Harborline" }));
    default:
      throw new Error(path);
  }
}

function show(kind: BarKind, filters?: object) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000, retry: false } } });
  client.setQueryData(["api/v1/program"], PROGRAM);
  client.setQueryData(["api/v1/dashboard/users/userGroups"], []);
  const search = filters ? `?filters=${encodeURIComponent(JSON.stringify(filters))}` : "";
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[`/emails-dashboard${search}`]}>
        <FilterBar kind={kind} />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const button = (name: RegExp | string) => screen.findByRole("button", { name });
async function open(name: RegExp | string) {
  fireEvent.click(await button(name));
  await screen.findAllByLabelText(/^All /);
}
const list = (name: string) => within(screen.getByRole("region", { name }));
const box = (of: string, name: string | RegExp) => list(of).getByLabelText(name) as HTMLInputElement;
const lists = () => useDraft.getState().draft?.lists;

const search = (name: string, text: string) =>
  fireEvent.change(screen.getByRole("searchbox", { name }), { target: { value: text } });

beforeEach(() => {
  // The test environment has no layout: without heights a long list has no visible row.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(380);
  requests.length = 0;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const body = init.body ? JSON.parse(String(init.body)) : {};
    return new Response(JSON.stringify(answer(path, body)));
  });
  act(() => {
    useDraft.getState().drop();
    useAutoApply.getState().setOn(false);
  });
});

describe("the campaign filter", () => {
  it("checks campaigns with their types, and types with their campaigns", async () => {
    show("emails");
    await open(/^Campaigns All$/);
    expect(box("Campaign types", "All Campaign types")).toBeChecked();
    fireEvent.click(box("Campaign types", "Newsletter"));
    expect(box("Campaigns", "January News")).not.toBeChecked();
    expect(box("Campaigns", "June News")).not.toBeChecked();
    expect(box("Campaigns", "Double Rewards Week")).toBeChecked();
    expect(box("Campaigns", "All Campaigns").indeterminate).toBe(true);
    expect(lists()).toMatchObject({ campaignsTypes: [2], campaigns: "all" });
    expect(await button(/^Campaigns Promotion$|^Campaigns Double Rewards Week$/)).toBeInTheDocument();

    fireEvent.click(box("Campaigns", "June News"));
    expect(box("Campaign types", "Newsletter").indeterminate).toBe(true);
    expect(lists()).toMatchObject({ campaignsTypes: "all", campaigns: [12, 21] });
    fireEvent.click(box("Campaign types", "Newsletter"));
    // Everything is checked again, as in the applied filter.
    expect(lists()).toBeUndefined();

    fireEvent.click(list("Campaigns").getByRole("button", { name: "ONLY June News" }));
    expect(lists()).toMatchObject({ campaignsTypes: [1], campaigns: [12] });
    const [apply] = screen.getAllByRole("button", { name: "Apply" });
    if (apply) fireEvent.click(apply);
    expect(toParams(applied(), "emails")).toMatchObject({
      campaignsAll: false,
      campaigns: [12],
      campaignsTypesAll: false,
      campaignsTypes: [1],
    });
  });

  it("says when nothing is checked", async () => {
    show("emails");
    await open(/^Campaigns All$/);
    fireEvent.click(box("Campaigns", "All Campaigns"));
    expect(await button(/^None Campaigns$/)).toBeInTheDocument();
    fireEvent.click(box("Campaigns", "All Campaigns"));
    fireEvent.click(box("Campaign types", "All Campaign types"));
    expect(await button(/^None Campaigns Types$/)).toBeInTheDocument();
    expect(list("Campaigns").getByText("None Campaigns")).toBeInTheDocument();
    for (const apply of screen.getAllByRole("button", { name: "Apply" }).slice(0, 1)) fireEvent.click(apply);
    expect(await screen.findByText("No campaign type is chosen: all figures are 0.")).toBeVisible();
  });

  it("lists the campaigns of the drafted period, and keeps the chosen ones among them ticked", async () => {
    show("emails", {
      campaignsAll: false,
      campaigns: [11, 22],
      campaignsTypesAll: false,
      campaignsTypes: [1, 2],
    });
    await open(/^Campaigns January News$/);
    expect(box("Campaigns", "January News")).toBeChecked();
    expect(
      await screen.findByText("1 chosen campaign was not sent in this period and is left out."),
    ).toBeVisible();
    // One click switches from one open filter to the next.
    fireEvent.click(await button(/^This year/));
    fireEvent.click(await button("Last 7 days"));
    await open(/^Campaigns All$|^Campaigns 1 of 1$/);
    expect(requests.filter(({ path }) => path.endsWith("getCampaigns")).map(({ body }) => body)).toEqual([
      { period: "SELECTED_DATE", startDate: "2026-01-01", endDate: "2026-11-19" },
      { period: "SELECTED_DATE", startDate: "2026-11-13", endDate: "2026-11-19" },
    ]);
    expect(list("Campaigns").queryByText("January News")).not.toBeInTheDocument();
    expect(box("Campaigns", "November Sale")).toBeChecked();
    expect(lists()).toMatchObject({ campaigns: [11, 22] });
  });

  it("says that none of the chosen campaigns was sent in the period", async () => {
    show("emails", { period: "LAST_7DAYS", campaignsAll: false, campaigns: [11, 12] });
    expect(
      await screen.findByText("None of the chosen campaigns was sent in this period: all figures are 0."),
    ).toBeVisible();
    expect(await button(/^Campaigns 0 of 1$/)).toBeInTheDocument();
  });

  it("uses a cached list, and caches the answer", async () => {
    const first = show("emails");
    await open(/^Campaigns All$/);
    expect(localStorage.getItem("bond_campaigns_2026-01-01_2026-11-19")).toContain("January News");
    first.unmount();
    requests.length = 0;
    show("emails");
    await open(/^Campaigns All$/);
    expect(box("Campaigns", "January News")).toBeChecked();
    expect(requests.map(({ path }) => path)).toEqual(["/api/v1/emails/dashboard/getCampaignsTypes"]);
  });

  it("handles a link whose campaigns no longer exist", async () => {
    show("emails", {
      campaignsAll: false,
      campaigns: [901, 902],
      campaignsTypesAll: false,
      campaignsTypes: [90],
    });
    await open(/^Campaigns 0 of 3$/);
    expect(box("Campaigns", "All Campaigns")).not.toBeChecked();
    fireEvent.click(box("Campaigns", "All Campaigns"));
    expect(lists()).toEqual(DEFAULT_FILTERS.lists);
  });

  it("says when a list is empty", async () => {
    vi.stubGlobal("fetch", async () => new Response("[]"));
    show("emails");
    fireEvent.click(await button(/^Campaigns All$/));
    expect(await screen.findByText("No campaigns found")).toBeInTheDocument();
    expect(screen.getByText("No campaigns types found")).toBeInTheDocument();
  });

  it("says what could not be loaded, and tries again", async () => {
    const working = globalThis.fetch;
    vi.stubGlobal("fetch", async () => new Response("{}", { status: 500 }));
    show("emails");
    fireEvent.click(await button(/^Campaigns All$/));
    expect(await screen.findByText("The list could not be loaded")).toBeInTheDocument();
    vi.stubGlobal("fetch", working);
    fireEvent.click(await button("Try again"));
    expect(await screen.findByLabelText("January News")).toBeChecked();
  });
});

describe("the offer filter", () => {
  it("requests all offers ever", async () => {
    show("offers");
    await open(/^Offers All$/);
    expect(requests.find(({ path }) => path.endsWith("getOffers"))?.body).toEqual({
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
  });

  it.each([
    ["a partner", [7, 8, 20], "Harborline"],
    ["one offer", [7], "Offer 7"],
    ["some of a partner's", [7, 8], "2 of 300"],
  ])("names what is chosen where it has one name: %s", async (_, offers, name) => {
    show("offers", { offersAll: false, offers });
    expect(await button(`Offers ${name}`)).toBeInTheDocument();
  });

  it("names a category", async () => {
    show("offers", { offersCategoriesAll: false, offersCategories: [4] });
    expect(await button("Offers Home")).toBeInTheDocument();
  });

  it("finds offers in a long list, and selects the matches", async () => {
    show("offers");
    await open(/^Offers All$/);
    expect(screen.getAllByRole("searchbox")).toHaveLength(1);
    search("Search in Offers", " oFFer 29 ");
    // 29, 290 to 299.
    expect(list("Offers").getAllByRole("checkbox")).toHaveLength(12);
    fireEvent.click(box("Offers", /^All 11 found/));
    expect(await button(/^Offers 289 of 300$/)).toBeInTheDocument();
    fireEvent.click(box("Offers", "Offer 29"));
    expect(await button(/^Offers 290 of 300$/)).toBeInTheDocument();
    search("Search in Offers", "nothing like it");
    expect(list("Offers").getByText("No offers found")).toBeInTheDocument();
  });

  it("retains offers of an unlisted category when another category is unchecked", async () => {
    show("offers");
    await open(/^Offers All$/);
    search("Search in Offers", "Offer 300");
    fireEvent.click(box("Offer categories", "Travel"));
    expect(box("Offers", "Offer 300")).toBeChecked();
    expect(lists()).toMatchObject({ offersCategories: [4, 9], offers: "all" });
    fireEvent.click(list("Offer categories").getByRole("button", { name: "ONLY Travel" }));
    expect(box("Offers", "Offer 300")).not.toBeChecked();
    expect(lists()).toMatchObject({ offersCategories: [3], offers: "all" });
  });
});
