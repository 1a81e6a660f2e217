import { ArrowDown, ArrowUp, GripVertical, PinOff, Plus, RotateCcw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { pins as copy } from "#texts/screens";
import { titles } from "../../../api/pages";
import { movedTo, setPins, usePins } from "../../../figures/pins/pins";
import { Button } from "../../../kit/Button";
import { IconButton } from "../../../kit/IconButton";
import css from "./Arrange.module.css";
import type { PinnableCard } from "./cards";

export type ArrangeProps = {
  /** All cards that the user may pin. */
  readonly all: readonly PinnableCard[];
  /** The pinned cards that the user sees, in their order. */
  readonly shown: readonly PinnableCard[];
};

/** Chooses the pinned cards and their order: with the arrows, by dragging, and from the list of the others. */
export function Arrange({ all, shown }: ArrangeProps) {
  const { isOwn } = usePins();
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, say] = useState("");
  const pins = shown.map(({ pin }) => pin);
  const others = all.filter(({ pin }) => !pins.includes(pin));
  const panel = useRef<HTMLDivElement>(null);
  const focused = useRef<string | null>(null);
  // A button that was pressed goes with its row: the focus goes on to the next row, or to the list where there is none.
  useEffect(() => {
    const next = focused.current;
    if (next === null) return;
    focused.current = null;
    const row = panel.current?.querySelector(`[data-pin="${CSS.escape(next)}"]`);
    const last = row ? [...row.querySelectorAll("button")].at(-1) : panel.current?.querySelector("ol");
    last?.focus();
  });
  const changeTo = (next: readonly string[] | undefined, focus: string | undefined) => {
    focused.current = focus ?? "";
    setPins(next);
  };
  const move = ({ pin, card }: PinnableCard, place: number) => {
    if (place < 0 || place >= pins.length) return;
    setPins(movedTo(pins, pin, place));
    say(copy.moved(card.title, place + 1, pins.length));
  };
  return (
    <div ref={panel} className={css.panel}>
      <p className={css.hint}>{copy.hint}</p>
      <ol className={css.list} aria-label={copy.list} tabIndex={-1}>
        {shown.map((one, at) => (
          <li
            key={one.pin}
            className={css.row}
            data-pin={one.pin}
            draggable
            data-dragged={dragged === one.pin || undefined}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = "move";
              event.dataTransfer.setData("text/plain", one.pin);
              setDragged(one.pin);
            }}
            onDragOver={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              const held = shown.find(({ pin }) => pin === dragged);
              if (held && held !== one) move(held, at);
            }}
            onDrop={(event) => event.preventDefault()}
            onDragEnd={() => setDragged(null)}
          >
            <GripVertical className={css.grip} size={16} aria-hidden="true" />
            <Named of={one} />
            {/* The first one cannot go up: it stays focusable, so that the focus is not lost on the way. */}
            <IconButton
              label={copy.up(one.card.title)}
              icon={<ArrowUp aria-hidden="true" />}
              aria-disabled={at === 0 || undefined}
              onClick={() => move(one, at - 1)}
            />
            <IconButton
              label={copy.down(one.card.title)}
              icon={<ArrowDown aria-hidden="true" />}
              aria-disabled={at === shown.length - 1 || undefined}
              onClick={() => move(one, at + 1)}
            />
            <IconButton
              label={copy.remove(one.card.title)}
              icon={<PinOff aria-hidden="true" />}
              onClick={() =>
                changeTo(
                  pins.filter((pin) => pin !== one.pin),
                  pins[at + 1] ?? pins[at - 1],
                )
              }
            />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      <h3 className={css.others}>{copy.others}</h3>
      <ul className={css.list} aria-label={copy.others}>
        {others.map((one, at) => (
          <li key={one.pin} className={css.row} data-pin={one.pin}>
            <Named of={one} />
            <IconButton
              label={copy.add(one.card.title)}
              icon={<Plus aria-hidden="true" />}
              onClick={() => changeTo([...pins, one.pin], (others[at + 1] ?? others[at - 1])?.pin)}
            />
          </li>
        ))}
      </ul>
      {isOwn && (
        <div className={css.foot}>
          <Button
            size="sm"
            icon={<RotateCcw aria-hidden="true" />}
            onClick={() => changeTo(undefined, undefined)}
          >
            {copy.reset}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The title of a card, and its dashboard. */
function Named({ of: { card, dashboard } }: { readonly of: PinnableCard }) {
  return (
    <span className={css.name}>
      {card.title} <span className={css.dashboard}>{titles[dashboard]}</span>
    </span>
  );
}
