import { Ellipsis } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { views as copy } from "#texts/views";
import { titleOf } from "../../api/pages";
import { addressOfView } from "../../api/paths";
import { failureText } from "../../api/reason";
import { mayChange, useSession } from "../../api/session";
import type { ViewAnswer } from "../../generated/wire";
import { Button } from "../../kit/Button";
import { IconButton } from "../../kit/IconButton";
import { FormFaults } from "../../kit/parts/FormFaults";
import { RemovalButtons } from "../../kit/parts/RemovalButtons";
import { TextInput } from "../../kit/parts/TextInput";
import { notify } from "../../kit/toasts";
import { hasUnsaved, leave } from "../../kit/unsaved";
import { useDoing } from "../../kit/useDoing";
import { useForm } from "../../kit/useForm";
import { encodeFilters } from "../filters/codec";
import { savedViews } from "./calls";
import { isOpen, LONGEST_NAME, moduleOfScreen, type Shown } from "./model";
import css from "./views.module.css";

type ViewRowProps = {
  readonly view: ViewAnswer;
  /** Whether the address names it. */
  readonly isCurrent: boolean;
  readonly shown: Shown;
  /** Whether its actions are shown. */
  readonly isOpened: boolean;
  readonly onOpened: (isOpened: boolean) => void;
  /** Called where the button that was pressed is gone. */
  readonly onDone: () => void;
  readonly onClose: () => void;
};

/** A view: a link that opens it, and its actions. */
export function ViewRow({ view, isCurrent, shown, isOpened, onOpened, onDone, onClose }: ViewRowProps) {
  const actions = useId();
  const navigate = useNavigate();
  const isAvailable = useSession(({ user }) => isOpen(user, view));
  const { name, screen, shared, isOwn, isFirst, login } = view;
  const facts = [
    titleOf(screen),
    isOwn ? (shared ? copy.shared : copy.own) : copy.sharedBy(login),
    ...(isFirst ? [copy.first] : []),
    ...(isAvailable ? [] : [copy.closed]),
  ];
  const texts = (
    <>
      <span className={css.name}>{name}</span>
      <span className={css.small}>{facts.join(" · ")}</span>
    </>
  );
  return (
    <li className={css.row}>
      <div className={css.head}>
        {isAvailable ? (
          <Link
            className={css.open}
            to={addressOfView(view)}
            aria-current={isCurrent || undefined}
            onClick={(event) => {
              if (!hasUnsaved()) return onClose();
              event.preventDefault();
              leave(() => {
                onClose();
                navigate(addressOfView(view));
              });
            }}
          >
            {texts}
          </Link>
        ) : (
          <div className={css.open}>{texts}</div>
        )}
        <IconButton
          noTooltip
          label={copy.actionsOf(name)}
          icon={<Ellipsis aria-hidden="true" />}
          aria-expanded={isOpened}
          aria-controls={isOpened ? actions : undefined}
          onClick={() => onOpened(!isOpened)}
        />
      </div>
      {isOpened && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form.
        <div id={actions} role="group" aria-label={copy.actionsOf(name)}>
          <Actions
            view={view}
            shown={shown}
            onDone={() => {
              onOpened(false);
              onDone();
            }}
          />
        </div>
      )}
    </li>
  );
}

type ActionsProps = { readonly view: ViewAnswer; readonly shown: Shown; readonly onDone: () => void };

function Actions({ view, shown, onDone }: ActionsProps) {
  const { id, name, screen, filters, blocks, shared, isOwn, isFirst } = view;
  const module = moduleOfScreen(screen);
  const mayShare = useSession(({ user }) => module !== null && mayChange(user, module));
  const isAvailable = useSession(({ user }) => isOpen(user, view));
  const [step, setStep] = useState<"choose" | "rename" | "remove">("choose");
  const { change, remove, act } = savedViews.useChanges();
  const content = { name, screen, filters, blocks, shared };
  const { isBusy, run: runOnce } = useDoing((failure) =>
    notify({ status: "error", message: failureText(failure, copy.failedToSave) }),
  );
  const run = (change: () => Promise<unknown>, said: string) =>
    void runOnce(async () => {
      await change();
      onDone();
    }, said);
  if (step === "rename") {
    return (
      <RenameForm
        name={name}
        onCancel={() => setStep("choose")}
        onRename={(renamed) => change(id, { ...content, name: renamed })}
        onDone={onDone}
      />
    );
  }
  if (step === "remove") {
    return (
      <div className={css.tools}>
        <p className={css.question}>
          {copy.removeOf(name)} {shared && copy.removeShared}
        </p>
        <RemovalButtons
          remove={copy.remove}
          cancel={copy.cancel}
          onRemove={() => run(() => remove(id), copy.removed(name))}
          onCancel={() => setStep("choose")}
        />
      </div>
    );
  }
  const replaced = {
    ...content,
    screen: shown.screen,
    filters: encodeFilters(shown.filters),
    blocks: shown.blocks,
  };
  const action = (label: string, onClick: () => void) => (
    <Button size="sm" aria-busy={isBusy} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <div className={css.tools}>
      {isOwn && action(copy.replace, () => run(() => change(id, replaced), copy.saved(name)))}
      {isOwn && action(copy.rename, () => setStep("rename"))}
      {isOwn &&
        (shared || mayShare) &&
        action(shared ? copy.keepPrivate : copy.share, () =>
          run(() => change(id, { ...content, shared: !shared }), copy.saved(name)),
        )}
      {isAvailable &&
        action(isFirst ? copy.notFirst : copy.makeFirst, () =>
          run(
            () => act(isFirst ? "DELETE" : "PUT", id, "first", undefined),
            isFirst ? copy.firstUnset : copy.firstSet(name),
          ),
        )}
      {(isOwn || mayShare) && action(copy.remove, () => setStep("remove"))}
    </div>
  );
}

type RenameFormProps = {
  readonly name: string;
  readonly onRename: (name: string) => Promise<unknown>;
  readonly onDone: () => void;
  readonly onCancel: () => void;
};

function RenameForm({ name, onRename, onDone, onCancel }: RenameFormProps) {
  const form = useForm({
    from: { name },
    save: (renamed) => onRename(renamed.name),
    saved: (renamed) => copy.saved(renamed.name.trim()),
    done: onDone,
  });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <form {...form.props} className={css.line}>
      <TextInput
        {...form.field("name")}
        ref={field}
        className={css.input}
        aria-label={copy.name}
        maxLength={LONGEST_NAME}
      />
      <Button
        type="submit"
        size="sm"
        variant="primary"
        disabled={form.values.name.trim() === ""}
        aria-busy={form.isBusy}
      >
        {copy.save}
      </Button>
      <Button size="sm" variant="ghost" onClick={() => form.leave(onCancel)}>
        {copy.cancel}
      </Button>
      <FormFaults of={form} isTight />
    </form>
  );
}
