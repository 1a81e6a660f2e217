import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { HiddenFigure, hiddenInFile, type WhyHidden } from "./HiddenFigure";

function shown(why: WhyHidden) {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  client.setQueryData(["api/v1/program"], { minimumMembers: 5 });
  return render(
    <QueryClientProvider client={client}>
      <HiddenFigure why={why} />
    </QueryClientProvider>,
  ).container;
}

it("names the table that was never loaded, in a file too", () => {
  const why = { notLoaded: "csat_responses" };
  expect(shown(why)).toHaveTextContent(/^no satisfaction answers loaded$/);
  expect(hiddenInFile(why, 5)).toBe("no satisfaction answers loaded");
});

it("says that no day of the period is loaded, and of which table on hover", () => {
  const why = { noDays: "web_sessions" };
  const page = shown(why);
  expect(page).toHaveTextContent(/^no data$/);
  expect(page.querySelector("[title]")).toHaveAttribute(
    "title",
    "no day of this period is loaded: website sessions",
  );
  expect(hiddenInFile(why, 5)).toBe("no data");
});

it("tells a small group from missing data", () => {
  expect(shown("few")).toHaveTextContent("< 5");
  expect(hiddenInFile("few", 5)).not.toContain("data");
});
