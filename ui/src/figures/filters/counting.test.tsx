import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import type { FilterParams, ProgramInfo } from "../../generated/wire";
import { notesOf, useCounting } from "./counting";

type OfProgram = Pick<ProgramInfo, "groupsAsOf" | "groupsHistorySince">;

function counting(program: OfProgram | null, params: FilterParams) {
  const client = new QueryClient();
  if (program) client.setQueryData(["api/v1/program"], program);
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useCounting(params), { wrapper }).result.current;
}

const MOVED = { groupsAsOf: "WINDOW", groupsHistorySince: "2025-10-01" } as const;
const OF_NOW = "Tiers are those of the last load: a member who changes tier takes earlier figures along.";

describe("the groups that count", () => {
  it("are those of the filter, else those of the program", () => {
    expect(counting(MOVED, {})).toEqual({ groups: "WINDOW", isChosen: false });
    expect(counting(MOVED, { groupsAsOf: "NOW" })).toEqual({ groups: "NOW", isChosen: true });
    expect(counting({ ...MOVED, groupsAsOf: "NOW" }, { groupsAsOf: "WINDOW" })).toEqual({
      groups: "WINDOW",
      isChosen: true,
    });
  });

  it("need no word where nobody has moved and nothing would move, nor before the program is known", () => {
    expect(counting({ ...MOVED, groupsHistorySince: null }, {})).toBeNull();
    expect(counting(null, { groupsAsOf: "NOW" })).toBeNull();
    expect(counting({ groupsAsOf: "NOW", groupsHistorySince: null }, {})).toEqual({
      groups: "NOW",
      isChosen: false,
    });
  });

  it("are said in the notes of what is shown by tier, and of other groups where they are chosen", () => {
    const then = { groups: "WINDOW", isChosen: false } as const;
    expect(notesOf(["TIER"], true, { groups: "NOW", isChosen: false })).toEqual([OF_NOW]);
    expect(notesOf(["TIER"], true, then)).toEqual([
      "Tiers are those of each period's last day: the earlier figures of a member who changes tier stay where they were.",
    ]);
    expect(notesOf(["LOB"], true, then)).toEqual([]);
    expect(notesOf(["LOB", "AUDIENCE"], true, { ...then, isChosen: true })).toEqual([
      "A member can be in several audiences, so these may add up to more than the total.",
      "Lines of business are those of each period's last day.",
      "Audiences are those of each period's last day.",
    ]);
    expect(notesOf(["TIER", "AUDIENCE"], false, null)).toEqual([]);
  });
});
