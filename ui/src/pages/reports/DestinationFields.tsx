import { reports as copy } from "#texts/reports";
import type { Destinations } from "../../generated/wire";
import { Choice, Field } from "../../kit/parts/Field";
import type { Form } from "../../kit/useForm";
import type { DestinationForm, Way } from "./destination";

type DestinationFieldsProps = {
  readonly form: Pick<Form<DestinationForm>, "values" | "field">;
  readonly destinations: Destinations;
  readonly ways: readonly Way[];
  readonly label?: string;
};

/** The fields that say where a report or alert goes. */
export function DestinationFields({
  form,
  destinations,
  ways,
  label = copy.channel,
}: DestinationFieldsProps) {
  const { channel } = form.values;
  return (
    <>
      <Choice
        label={label}
        hint={channel === "page" ? copy.pageHint : undefined}
        {...form.field("channel")}
        options={ways.map((value) => ({ value, label: copy.channels[value] }))}
      />
      {channel === "mail" && (
        <Field
          label={copy.recipients}
          hint={copy.recipientsHint(destinations.mailDomains)}
          {...form.field("recipients")}
          inputMode="email"
        />
      )}
      {channel === "folder" && (
        <Field label={copy.folder} hint={copy.folderHint} {...form.field("folder")} maxLength={60} />
      )}
      {channel === "webhook" && (
        <Field
          label={copy.webhook}
          hint={copy.webhookHint(destinations.webhookHosts)}
          {...form.field("webhook")}
          inputMode="url"
          maxLength={500}
        />
      )}
    </>
  );
}
