import { type FormEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { parts as copy } from "#texts/admin";
import type { FieldFault } from "../generated/wire";
import { type FormFault, fieldsOf, NO_FAULT, placed } from "./formFault";
import { type Fault, faultsOf } from "./parts/errors";
import { notify } from "./toasts";
import { leave, noteSaved, noteUnsaved } from "./unsaved";
import { useOnce } from "./useOnce";

export type FormOptions<V> = {
  /** What the fields hold at first. Where it changes while the form is open, fields that nobody touched follow. */
  readonly from: V;
  /** Whether the dialog of the form is open: the form begins anew each time it opens. */
  readonly open?: boolean;
  /** What the page finds wrong by itself, by field. Then nothing is sent. */
  readonly check?: (values: V) => Readonly<Record<string, string | null>>;
  /** @param password the user's own, where it is asked for */
  readonly save: (values: V, password: string) => Promise<unknown>;
  /** What is said once it is saved. */
  readonly saved?: string | ((values: V) => string);
  /** What the fields hold once it is saved; by default what was saved. */
  readonly after?: (values: V) => V;
  /** Runs once it is saved, such as what leaves the page. */
  readonly done?: (values: V) => void;
  /** The names of fields that the form does not show. */
  readonly nameOf?: (fault: FieldFault, values: V) => string | undefined;
};

/** What a field needs. */
export type FieldOf<T> = {
  readonly name: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly error: string | null;
};

export type Form<V> = {
  readonly values: V;
  /** Whether there is something to save. */
  readonly isChanged: boolean;
  readonly isBusy: boolean;
  readonly fault: FormFault;
  /** The user's own password, where it is asked for. It is no value: who types it again in a moment has lost nothing. */
  readonly password: FieldOf<string>;
  /** The attributes of the form element. */
  readonly props: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly onSubmit: (event: FormEvent) => void;
    readonly noValidate: true;
  };
  set(part: Partial<V>): void;
  /** @param name what the server calls it, where that is another name */
  field<K extends keyof V & string>(key: K, name?: string): FieldOf<V[K]>;
  /** Checks and saves, and shows what is wrong. @returns whether it is saved */
  submit(event: FormEvent, asksPassword?: boolean): Promise<boolean>;
  /** Saves. @throws what was wrong */
  send(password?: string): Promise<void>;
  /** Shows what the page finds wrong, by field. @returns whether it is anything */
  refuse(wrong: Readonly<Record<string, string | null>>): boolean;
  /** Shows why it was not saved, and gives the first field that is wrong the focus. */
  fail(failure: unknown): void;
  /** Does what removes the form. Where something was entered, it asks first. */
  leave(then: () => void): void;
};

/**
 * A form that saves something. What is wrong stands at its field, and stays until that is changed or saved again. What was
 * entered stays after a failure, and is lost only when the user says so, whatever closes the form.
 */
export function useForm<V extends object>(options: FormOptions<V>): Form<V> {
  const { from, open = true, check, save, saved, after = (sent) => sent, done, nameOf } = options;
  const ref = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(from);
  const [kept, setKept] = useState(from);
  const [source, setSource] = useState(from);
  const [password, setPassword] = useState("");
  const [fault, setFault] = useState(NO_FAULT);
  const [failures, setFailures] = useState(0);
  const [isBusy, once] = useOnce();
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) restart(from);
  } else if (!isSame(from, source)) {
    setSource(from);
    setKept(from);
    const touched = Object.entries(values).filter(([key, value]) => !isSame(value, kept[key as keyof V]));
    setValues({ ...from, ...Object.fromEntries(touched) });
  }
  const isChanged = !isSame(values, kept);

  useLayoutEffect(() => {
    const form = ref.current;
    if (!form || !open || !isChanged) return;
    noteUnsaved(form);
    return () => noteSaved(form);
  }, [open, isChanged]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves at each failure, not when a fault is mended.
  useLayoutEffect(() => {
    if (failures > 0)
      fieldsOf(ref.current)
        .find(({ name }) => name in fault.at)
        ?.focus();
  }, [failures]);

  function restart(next: V) {
    setValues(next);
    setKept(next);
    setSource(next);
    setPassword("");
    setFault(NO_FAULT);
  }

  function mend(...names: readonly string[]) {
    if (names.some((name) => name in fault.at))
      setFault(({ at, rest }) => ({
        at: Object.fromEntries(Object.entries(at).filter(([name]) => !names.includes(name))),
        rest,
        summary: [],
      }));
  }

  function show(faults: readonly Fault[]) {
    setFault(placed(faults, fieldsOf(ref.current)));
    setFailures((before) => before + 1);
  }

  function fail(failure: unknown) {
    show(faultsOf(failure, nameOf && ((fault) => nameOf(fault, values))));
  }

  function refuse(wrong: Readonly<Record<string, string | null>>): boolean {
    const faults = Object.entries(wrong).flatMap(([field, text]) =>
      text === null ? [] : [{ field, text, full: text }],
    );
    show(faults);
    return faults.length > 0;
  }

  async function send(confirmedBy = password) {
    await save(values, confirmedBy);
    const next = after(values);
    // What was typed meanwhile stays.
    setValues((now) => (now === values ? next : now));
    setKept(next);
    setFault(NO_FAULT);
    // Now, for what leaves the page at once.
    if (ref.current) noteSaved(ref.current);
    if (saved) notify({ status: "success", message: typeof saved === "string" ? saved : saved(values) });
    done?.(values);
  }

  async function submit(event: FormEvent, asksPassword = false) {
    event.preventDefault();
    const missing = { present: password === "" ? copy.passwordRequired : null };
    if (refuse({ ...check?.(values), ...(asksPassword ? missing : {}) })) return false;
    let isSaved = false;
    await once(async () => {
      try {
        await send();
        isSaved = true;
      } catch (failure) {
        fail(failure);
      }
    });
    return isSaved;
  }

  return {
    values,
    isChanged,
    isBusy,
    fault,
    password: {
      name: "present",
      value: password,
      error: fault.at.present ?? null,
      onChange: (typed) => {
        setPassword(typed);
        mend("present");
      },
    },
    props: { ref, onSubmit: (event) => void submit(event), noValidate: true },
    set: (part) => {
      setValues((before) => ({ ...before, ...part }));
      mend(...Object.keys(part));
    },
    field: (key, name = key) => ({
      name,
      value: values[key],
      error: fault.at[name] ?? null,
      onChange: (value) => {
        setValues((before) => ({ ...before, [key]: value }));
        mend(name);
      },
    }),
    submit,
    send,
    refuse,
    fail,
    leave: (then) => leave(then, ref.current),
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
