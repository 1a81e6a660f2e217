import { beforeEach, describe, expect, it } from "vitest";
import { COUNTDOWN_SECONDS, useDraft } from "./draft";
import { DEFAULT_FILTERS, withPeriod } from "./model";

const CHANGED = withPeriod(DEFAULT_FILTERS, "LAST_7DAYS");
const state = () => useDraft.getState();

beforeEach(() => state().drop());

describe("the draft", () => {
  it("is none when an edit leads back to what is applied", () => {
    state().edit(CHANGED, DEFAULT_FILTERS);
    expect(state().draft).toEqual(CHANGED);
    state().edit(DEFAULT_FILTERS, DEFAULT_FILTERS);
    expect(state().draft).toBeNull();
  });

  it("counts down from a popover's closing, and stops while one is open", () => {
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

  it("does not count down without a change, nor where it may not be applied", () => {
    state().openPopover("period");
    state().closePopover("period", true);
    expect(state().secondsLeft).toBeNull();
    state().edit(CHANGED, DEFAULT_FILTERS);
    state().closePopover("period", false);
    expect(state().secondsLeft).toBeNull();
  });

  it("is not closed by the popover before it", () => {
    state().edit(CHANGED, DEFAULT_FILTERS);
    state().openPopover("groups");
    state().closePopover("period", true);
    expect(state()).toMatchObject({ open: "groups", secondsLeft: null });
  });

  it("never counts below 0, and ends when it is dropped", () => {
    state().edit(CHANGED, DEFAULT_FILTERS);
    state().closePopover("period", true);
    for (let at = 0; at < COUNTDOWN_SECONDS + 2; at++) state().tick();
    expect(state().secondsLeft).toBe(0);
    state().drop();
    state().tick();
    expect(state()).toMatchObject({ draft: null, open: null, secondsLeft: null });
  });
});
