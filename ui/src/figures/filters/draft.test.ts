import { beforeEach, describe, expect, it } from "vitest";
import { COUNTDOWN_SECONDS, useDraft } from "./draft";
import { DEFAULT_FILTERS, withPeriod } from "./model";

const CHANGED = withPeriod(DEFAULT_FILTERS, "LAST_7DAYS");
const state = () => useDraft.getState();

beforeEach(() => state().drop());

describe("the draft", () => {
  it("is discarded when an edit restores the applied filter", () => {
    state().edit(CHANGED, DEFAULT_FILTERS);
    expect(state().draft).toEqual(CHANGED);
    state().edit(DEFAULT_FILTERS, DEFAULT_FILTERS);
    expect(state().draft).toBeNull();
  });

  it("counts down after a popover closes, and stops while one is open", () => {
    state().openPopover("period");
    state().edit(CHANGED, DEFAULT_FILTERS);
    expect(state().secondsLeft).toBeNull();
    state().closePopover("period", true);
    expect(state().secondsLeft).toBe(COUNTDOWN_SECONDS);
    state().tick();
    expect(state().secondsLeft).toBe(COUNTDOWN_SECONDS - 1);
    state().openPopover("groups");
    expect(state().secondsLeft).toBeNull();
    state().closePopover("groups", true);
    expect(state().secondsLeft).toBe(COUNTDOWN_SECONDS);
  });

  it("does not count down without a change, or if it cannot be applied", () => {
    state().openPopover("period");
    state().closePopover("period", true);
    expect(state().secondsLeft).toBeNull();
    state().edit(CHANGED, DEFAULT_FILTERS);
    state().closePopover("period", false);
    expect(state().secondsLeft).toBeNull();
  });

  it("is not closed by the previous popover", () => {
    state().edit(CHANGED, DEFAULT_FILTERS);
    state().openPopover("groups");
    state().closePopover("period", true);
    expect(state()).toMatchObject({ open: "groups", secondsLeft: null });
  });

  it("never counts below 0, and ends when discarded", () => {
    state().edit(CHANGED, DEFAULT_FILTERS);
    state().closePopover("period", true);
    for (let at = 0; at < COUNTDOWN_SECONDS + 2; at++) state().tick();
    expect(state().secondsLeft).toBe(0);
    state().drop();
    state().tick();
    expect(state()).toMatchObject({ draft: null, open: null, secondsLeft: null });
  });
});
