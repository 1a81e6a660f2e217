import { useState } from "react";
import { check as copy } from "#texts/check";
import { call } from "../../api/client";
import { CHECK, titles } from "../../api/paths";
import { failureText } from "../../api/reason";
import type { Checked, CheckedQuote, Verdict } from "../../generated/wire";
import { Button } from "../../kit";
import { DataTable } from "../../kit/DataTable";
import { TextArea } from "../../kit/parts/Field";
import { Panel, PanelBody } from "../../kit/parts/Panel";
import { Pill, type Tone } from "../../kit/parts/Pill";
import { Sections } from "../../kit/parts/Section";
import adminCss from "../admin/Admin.module.css";
import { PageHeader } from "../dashboards/PageHeader";

const TONES: Readonly<Record<Verdict, Tone>> = {
  genuine: "good",
  outdated: "warning",
  altered: "bad",
  signed: "plain",
  notKept: "plain",
  unknown: "plain",
};

type State = "ready" | "asking" | { readonly failed: string } | Checked;

/** Checks what somebody was given: rows, sentences or a receipt. */
export default function CheckPage() {
  const [text, setText] = useState("");
  const [state, setState] = useState<State>("ready");

  async function ask() {
    // Not disabled while it asks, because a disabled button loses the focus.
    if (state === "asking") return;
    setState("asking");
    try {
      setState(await call("POST", "api/v1/receipts/check", { text }));
    } catch (error) {
      setState({ failed: failureText(error, copy.failed) });
    }
  }

  const found = typeof state === "object" && "found" in state ? state.found : null;
  return (
    <div className={adminCss.page}>
      <PageHeader title={titles[CHECK]} />
      <Panel title={copy.given} detail={copy.detail}>
        <PanelBody>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void ask();
            }}
          >
            <Sections>
              <TextArea label={copy.text} value={text} onChange={setText} rows={8} />
              <div>
                <Button
                  type="submit"
                  variant="primary"
                  aria-busy={state === "asking"}
                  aria-disabled={text.trim() === "" || undefined}
                >
                  {copy.action}
                </Button>
              </div>
            </Sections>
          </form>
          <div role="status">
            {typeof state === "object" && "failed" in state && <p>{state.failed}</p>}
            {found?.length === 0 && <p>{copy.none}</p>}
            {found && found.length > 0 && (
              <p>{found.map(({ verdict }) => copy.verdicts[verdict]).join(", ")}</p>
            )}
          </div>
        </PanelBody>
      </Panel>
      {found?.map((quote) => (
        <Found key={quote.number} quote={quote} />
      ))}
    </div>
  );
}

function Found({ quote }: { readonly quote: CheckedQuote }) {
  const { verdict, number, title, firstDay, lastDay, answeredAt, figures, strange, says } = quote;
  return (
    <Panel title={title && firstDay && lastDay ? copy.of(title, firstDay, lastDay) : (number ?? copy.text)}>
      <PanelBody>
        <Sections>
          <p>
            <Pill tone={TONES[verdict]}>{copy.verdicts[verdict]}</Pill> {copy.means[verdict]}
          </p>
          {answeredAt && <p>{[copy.answered(answeredAt), number].filter(Boolean).join(", ")}</p>}
          {strange.length > 0 && <p>{copy.strange(strange.join("; "))}</p>}
          {says.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Sections>
      </PanelBody>
      {figures.length > 0 && (
        <DataTable
          caption={copy.column}
          rows={figures}
          keyOf={({ row, column, quoted }) => `${row}\n${column}\n${quoted}`}
          empty={null}
          columns={[
            { key: "row", title: copy.row, cell: ({ row }) => row },
            { key: "column", title: copy.column, cell: ({ column }) => column },
            {
              key: "quoted",
              title: copy.quoted,
              cell: ({ quoted, isSame }) =>
                isSame ? quoted : <Pill tone="bad">{quoted || copy.nothing}</Pill>,
            },
            { key: "was", title: copy.was, cell: ({ was }) => was ?? copy.nothing },
            { key: "now", title: copy.now, cell: ({ now }) => now ?? copy.nothing },
          ]}
        />
      )}
    </Panel>
  );
}
