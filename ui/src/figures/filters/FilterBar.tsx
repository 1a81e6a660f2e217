import { ChevronDown, RotateCcw, RotateCw } from "lucide-react";
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { filters as copy, errors } from "#texts/page";
import { useProgram } from "../../api/query";
import { Button } from "../../kit/Button";
import { Popover } from "../../kit/Popover";
import { Skeleton } from "../../kit/Skeleton";
import { useNarrow } from "../../kit/useNarrow";
import { Views } from "../views/Views";
import { useAutoApply } from "./autoApply";
import { BARS } from "./bars";
import { ComparisonHint } from "./ComparisonHint";
import { useChosenComparison } from "./chosenComparison";
import { firstDayOf } from "./comparison";
import { COUNTDOWN_SECONDS, useDraft } from "./draft";
import css from "./FilterBar.module.css";
import { type FilterDeclaration, prefetchPanel } from "./filterDeclaration";
import { type BarKind, type Filters, isAtDefaults, isValid, resetShown } from "./model";
import { PanelSkeleton } from "./PanelSkeleton";
import { useApplyFilters, useFirstFilters } from "./useFilters";

/** Counts down while a draft waits, and applies it at 0. */
function useCountdown(apply: () => void): void {
  const secondsLeft = useDraft((state) => state.secondsLeft);
  const tick = useDraft((state) => state.tick);
  const stop = useDraft((state) => state.stop);
  const on = useAutoApply((state) => state.on);
  useEffect(() => {
    if (secondsLeft === null) return;
    if (!on) {
      stop();
      return;
    }
    if (secondsLeft === 0) {
      apply();
      return;
    }
    const timer = setTimeout(tick, 1000);
    return () => clearTimeout(timer);
  }, [secondsLeft, on, apply, tick, stop]);
}

/** The id of the bar, to which a shortcut moves the focus. */
export const BAR_ID = "filters";

export type FilterBarProps = {
  readonly kind: BarKind;
  /** Whether the screen compares its figures with another period, which the bar then names. */
  readonly compares?: boolean | undefined;
};

/** The filter bar of a screen. The URL holds what is applied; the bar holds the draft. */
export function FilterBar({ kind, compares = true }: FilterBarProps) {
  const { pathname } = useLocation();
  const first = useFirstFilters();
  const [applyFilters, applied] = useApplyFilters();
  const program = useProgram();
  const today = program.data?.today;
  const firstDay = program.data ? firstDayOf(program.data) : null;
  const { draft, drop, edit } = useDraft();
  const filters = draft ?? applied;
  const valid = today !== undefined && isValid(filters, today);

  // Leaving the route discards the draft, which belongs to its screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft belongs to the path.
  useEffect(() => drop, [pathname, drop]);

  const bar = useRef<HTMLElement>(null);
  const [wasApplied, setApplied] = useState(false);
  const chooseComparison = useChosenComparison((state) => state.choose);
  /** The buttons of the status disappear when pressed or after the countdown; the focus stays in the bar. */
  const keepFocus = useCallback(() => {
    const { activeElement } = document;
    // A filter's own button stays.
    if (activeElement?.matches("button:not([aria-haspopup])") && bar.current?.contains(activeElement))
      bar.current.focus();
  }, []);
  const apply = useCallback(() => {
    const pending = useDraft.getState().draft;
    keepFocus();
    drop();
    if (!pending) return;
    setApplied(true);
    applyFilters(pending);
  }, [drop, applyFilters, keepFocus]);
  const resetAll = () => {
    keepFocus();
    setApplied(true);
    chooseComparison(null);
    applyFilters(resetShown(applied, kind, first));
  };
  const choose = (next: Filters) => {
    chooseComparison(next.comparison);
    applyFilters(next);
  };
  useCountdown(apply);

  return (
    <section
      ref={bar}
      id={BAR_ID}
      tabIndex={-1}
      className={css.bar}
      aria-label={copy.bar}
      // The figures below are not yet those of the bar.
      data-draft={draft !== null || undefined}
    >
      {program.isError && today === undefined ? (
        <div className={css.failed} role="alert">
          <span>{copy.failed}</span>
          <Button size="sm" icon={<RotateCw aria-hidden="true" />} onClick={() => void program.refetch()}>
            {errors.again}
          </Button>
        </div>
      ) : (
        <div className={css.filters}>
          {BARS[kind].map((declaration) => (
            <FilterButton
              key={declaration.id}
              declaration={declaration}
              filters={filters}
              applied={applied}
              today={today}
              valid={valid}
              compares={compares}
              onEdit={(next) => edit(next, applied)}
              onApply={apply}
            />
          ))}
        </div>
      )}
      <BarStatus
        hint={
          compares && today !== undefined ? (
            <ComparisonHint applied={applied} today={today} firstDay={firstDay} onChoose={choose} />
          ) : null
        }
        valid={valid}
        onApply={apply}
        wasApplied={wasApplied}
        onDiscard={keepFocus}
        onReset={isAtDefaults(applied, kind, first) ? undefined : resetAll}
      />
      {useNarrow() && (
        <span className={css.views}>
          <Views />
        </span>
      )}
      <Notes declarations={BARS[kind]} filters={applied} today={today} />
    </section>
  );
}

type NotesProps = {
  readonly declarations: readonly FilterDeclaration[];
  readonly filters: Filters;
  readonly today: string | undefined;
};

/** Notes that explain the figures, in one live region. */
function Notes({ declarations, filters, today }: NotesProps) {
  return (
    <p role="status" className={css.notes}>
      {today !== undefined &&
        declarations.map(
          ({ id, Note }) =>
            Note && (
              <span key={id}>
                <Note filters={filters} today={today} />
              </span>
            ),
        )}
    </p>
  );
}

type FilterButtonProps = {
  readonly declaration: FilterDeclaration;
  readonly filters: Filters;
  readonly applied: Filters;
  readonly today: string | undefined;
  readonly valid: boolean;
  readonly compares: boolean;
  onEdit(next: Filters): void;
  onApply(): void;
};

function FilterButton(props: FilterButtonProps) {
  const { declaration, filters, today, valid, compares, onEdit, onApply } = props;
  const { id, icon: Icon, label, title, isValueOnly, Value, Panel } = declaration;
  const { draft, open, openPopover, closePopover } = useDraft();
  const auto = useAutoApply((state) => state.on);
  const isOpen = open === id;
  const close = () => {
    // Reads the newest draft: a choice that closes its popover has just changed it.
    const pending = useDraft.getState().draft;
    closePopover(id, auto && pending !== null && today !== undefined && isValid(pending, today));
  };
  const prefetch = () => prefetchPanel(declaration);
  if (today === undefined) return <Skeleton className={css.skeleton} />;
  return (
    <Popover
      open={isOpen}
      onOpenChange={(next) => (next ? openPopover(id) : close())}
      label={title ?? label(filters)}
      className={css.popover}
      // Leave the focus in the filter opened instead: without it that one would close.
      returnsFocus={() => useDraft.getState().open === null}
      trigger={
        <button type="button" className={css.filter} onPointerEnter={prefetch} onFocus={prefetch}>
          <Icon size={16} />
          <span className={css.text}>
            {!isValueOnly?.(filters) && <span className={css.label}>{label(filters)}</span>}{" "}
            <span className={css.value}>
              <Value filters={filters} today={today} />
            </span>
          </span>
          <ChevronDown size={15} aria-hidden="true" />
        </button>
      }
    >
      <div className={css.panel}>
        <Suspense fallback={<PanelSkeleton />}>
          <Panel filters={filters} today={today} compares={compares} edit={onEdit} close={close} />
        </Suspense>
      </div>
      <div className={css.foot}>
        {draft && <Notice />}
        <span className={css.later}>
          {draft && auto && valid ? copy.appliesAfterClosing(COUNTDOWN_SECONDS) : ""}
        </span>
        <DraftButtons valid={valid} onApply={onApply} />
      </div>
    </Popover>
  );
}

function Notice() {
  return <span className={css.notice}>{copy.changed}</span>;
}

type DraftButtonsProps = { readonly valid: boolean; onApply(): void; onDiscard?(): void };

function DraftButtons({ valid, onApply, onDiscard }: DraftButtonsProps) {
  const draft = useDraft((state) => state.draft);
  const discard = () => {
    onDiscard?.();
    useDraft.setState({ draft: null, secondsLeft: null });
  };
  return (
    <span className={css.buttons}>
      <Button variant="ghost" size="sm" disabled={!draft} onClick={discard}>
        {copy.reset}
      </Button>
      <Button variant="primary" size="sm" disabled={!draft || !valid} onClick={onApply}>
        {copy.apply}
      </Button>
    </span>
  );
}

type BarStatusProps = {
  /** What the screen's figures are compared with. */
  readonly hint: ReactNode;
  readonly valid: boolean;
  /** Whether filters of this screen were applied, which is announced to screen readers. */
  readonly wasApplied: boolean;
  onApply(): void;
  onDiscard(): void;
  /** Resets what the bar shows to the defaults; undefined if there is nothing to reset. */
  readonly onReset: (() => void) | undefined;
};

function BarStatus({ hint, valid, wasApplied, onApply, onDiscard, onReset }: BarStatusProps) {
  const { draft, secondsLeft } = useDraft();
  return (
    <div className={css.status}>
      {/* The region exists before its text, so that screen readers announce the text. */}
      <span role="status" className={css.region} data-shown={draft ? true : undefined}>
        {draft ? <Notice /> : wasApplied && <span className="sr-only">{copy.applied}</span>}
      </span>
      {draft ? (
        <>
          {secondsLeft !== null && (
            <span role="timer" className={css.countdown}>
              {copy.applyingIn(secondsLeft)}
            </span>
          )}
          <DraftButtons valid={valid} onApply={onApply} onDiscard={onDiscard} />
        </>
      ) : (
        <>
          {hint}
          {onReset && (
            <Button variant="ghost" size="sm" icon={<RotateCcw aria-hidden="true" />} onClick={onReset}>
              {copy.resetAll}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
