import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, it, vi } from "vitest";
import { createQueryClient } from "../../api/query";
import { useItems } from "./useItems";

const called = vi.hoisted(() => vi.fn());
vi.mock("../../api/client", async (original) => ({
  ...(await original()),
  call: called,
  callDeclared: called,
}));
vi.mock("../../api/session", async (original) => ({
  ...(await original()),
  useMayOpen: () => (route: string) => !route.startsWith("emails-dashboard"),
}));

const ANSWERS: Readonly<Record<string, unknown>> = {
  "api/v1/dashboard/users/userGroups": [{ id: 2, name: "Gold", type: "TIER", place: 1 }],
  "api/v1/offer/dashboard/getOffers": [{ id: 5, name: "Free coffee", categoryPrimary: 1 }],
  "api/v1/offer/dashboard/getOffersCategories": [{ id: 1, name: "Food" }],
  "api/v1/offer/dashboard/getOffersPartners": [
    { id: 5, partner: "Harborline" },
    { id: 6, partner: "Gym" },
    { id: 7, partner: "Harborline" },
  ],
  "api/v1/emails/dashboard/getCampaigns": [{ id: 4, name: "Closed to the reader" }],
  "api/v1/content/dashboard/polls/breakdown/info": { pollList: [{ id: 3, name: "Liked it?" }] },
  "api/v1/content/dashboard/articles/breakdown/ARTICLES_VISITED": {
    data: [{ name: "Ten walks", visits: 8 }],
  },
  "api/v1/dashboard/users/enrollments/breakdown/NEW_ENROLLMENTS_BY_SOURCE": {
    data: [{ name: "Partner", value: 9 }],
  },
  "api/v1/website/dashboard/sourceOfTraffic/breakdowns": {
    names: ["Direct"],
    sessions: [1],
    pageviews: [2],
  },
  "api/v1/website/dashboard/onSiteSearches/breakdowns": { searchTerms: [["electric car", 7]] },
};

it("knows everything that leads on, by name: also what no list of the filter has", async () => {
  called.mockImplementation(async (_method: string, path: string) => ANSWERS[path] ?? {});
  const { result } = renderHook(useItems, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>{children}</MemoryRouter>
      </QueryClientProvider>
    ),
  });
  await waitFor(() => expect(result.current).toHaveLength(10));
  expect(result.current.map(({ kind, name, ids }) => [kind, name, ids])).toEqual([
    ["TIER", "Gold", [2]],
    ["offer", "Free coffee", [5]],
    ["category", "Food", [1]],
    ["partner", "Harborline", [5, 7]],
    ["partner", "Gym", [6]],
    ["poll", "Liked it?", [3]],
    ["article", "Ten walks", []],
    ["channel", "Partner", []],
    ["source", "Direct", []],
    ["term", "electric car", []],
  ]);
});
