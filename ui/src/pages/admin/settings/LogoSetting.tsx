import { useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { logo as copy } from "#texts/settings";
import { refreshAnswers, useProgram } from "../../../api/query";
import { upload } from "../../../api/upload";
import { Button } from "../../../kit";
import { ProgramLogo } from "../../../kit/ProgramLogo";
import { messageOf } from "../../../kit/parts/errors";
import { notify } from "../../../kit/toasts";
import { useAdminCall } from "../useAdmin";
import css from "./Settings.module.css";

/** The most bytes of a file, as the server has it. */
const MOST_BYTES = 512 * 1024;

/** The program's logo: it is set at once, apart from the form. */
export function LogoSetting({ disabled }: { readonly disabled: boolean }) {
  const digest = useProgram().data?.logo ?? null;
  const client = useQueryClient();
  const send = useAdminCall();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();

  async function change(run: () => Promise<unknown>, done: string) {
    setBusy(true);
    setFault(null);
    try {
      await run();
      await refreshAnswers(client);
      notify({ status: "success", message: done });
    } catch (failure) {
      setFault(messageOf(failure, ({ text }) => text));
    }
    setBusy(false);
  }

  function choose(file: File | undefined) {
    if (file === undefined || isBusy) return;
    if (file.size > MOST_BYTES) return setFault(copy.tooLarge);
    const form = new FormData();
    form.append("files", file, file.type === "image/jpeg" ? "logo.jpg" : "logo.png");
    void change(() => upload("api/v1/admin/logo", form), copy.isSet);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no subgrid in every browser.
    <div className={css.setting} role="group" aria-labelledby={id} aria-describedby={`${id}-about`}>
      <div>
        <p id={id} className={css.label}>
          {copy.title}
        </p>
        <p id={`${id}-about`} className={css.about}>
          {copy.about}
        </p>
        <div className={css.logo}>
          {digest === null ? (
            <span className={css.none}>{copy.none}</span>
          ) : (
            <ProgramLogo digest={digest} size="lg" />
          )}
          {!disabled && (
            <span className={css.buttons}>
              <Button onClick={() => input.current?.click()} aria-busy={isBusy}>
                {digest === null ? copy.choose : copy.replace}
              </Button>
              {digest !== null && (
                <Button
                  variant="ghost"
                  aria-busy={isBusy}
                  onClick={() =>
                    isBusy || void change(() => send("DELETE", "logo", undefined), copy.isRemoved)
                  }
                >
                  {copy.remove}
                </Button>
              )}
              <input
                ref={input}
                type="file"
                accept="image/png,image/jpeg"
                hidden
                aria-label={copy.choose}
                onChange={(event) => {
                  choose(event.target.files?.[0]);
                  // The same file can be chosen again after it was changed.
                  event.target.value = "";
                }}
              />
            </span>
          )}
          {fault !== null && (
            <span role="alert" className={css.fault}>
              {fault}
            </span>
          )}
        </div>
      </div>
    </div>
  );
}
