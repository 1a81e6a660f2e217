import { reports as copy } from "#texts/reports";
import type { Destinations } from "../../generated/wire";
import { Choice, Field } from "../../kit/parts/Field";
import { channelsOf, type DestinationForm } from "./destination";

type DestinationFieldsProps = {
  readonly values: DestinationForm;
  readonly destinations: Destinations;
  readonly onChange: (change: Partial<DestinationForm>) => void;
};

/** The fields that say where a report or alert goes. */
export function DestinationFields({ values, destinations, onChange }: DestinationFieldsProps) {
  const channels = channelsOf(destinations).map((value) => ({ value, label: copy.channels[value] }));
  return (
    <>
      <Choice
        label={copy.channel}
        value={values.channel}
        options={channels}
        onChange={(channel) => onChange({ channel: channel as DestinationForm["channel"] })}
      />
      {values.channel === "mail" && (
        <Field
          label={copy.recipients}
          hint={copy.recipientsHint(destinations.mailDomains)}
          value={values.recipients}
          inputMode="email"
          onChange={(recipients) => onChange({ recipients })}
        />
      )}
      {values.channel === "folder" && (
        <Field
          label={copy.folder}
          hint={copy.folderHint}
          value={values.folder}
          maxLength={60}
          onChange={(folder) => onChange({ folder })}
        />
      )}
      {values.channel === "webhook" && (
        <Field
          label={copy.webhook}
          hint={copy.webhookHint(destinations.webhookHosts)}
          value={values.webhook}
          inputMode="url"
          maxLength={500}
          onChange={(webhook) => onChange({ webhook })}
        />
      )}
    </>
  );
}
