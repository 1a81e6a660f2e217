import { reports as copy } from "#texts/reports";
import type { Destinations, NewReport, ReportAnswer } from "../../generated/wire";

type Channel = ReportAnswer["channel"];

/** What a form has of where something goes. */
export type DestinationForm = {
  readonly channel: Channel;
  readonly recipients: string;
  readonly folder: string;
  readonly webhook: string;
};

type Saved = Pick<ReportAnswer, "channel" | "recipients" | "folder" | "webhook">;

/** The ways that the settings allow. */
export function channelsOf({ canMail, canWrite, webhookHosts }: Destinations): readonly Channel[] {
  const all: readonly [Channel, boolean][] = [
    ["mail", canMail],
    ["folder", canWrite],
    ["webhook", webhookHosts.length > 0],
  ];
  return all.filter(([, isSetUp]) => isSetUp).map(([channel]) => channel);
}

/** The fields as they open: of something saved, or the first way that is set up. */
export function destinationForm(destinations: Destinations, saved?: Saved): DestinationForm {
  return {
    channel: saved?.channel ?? channelsOf(destinations)[0] ?? "folder",
    recipients: saved?.recipients.join(", ") ?? "",
    folder: saved?.folder ?? "",
    webhook: saved?.webhook ?? "",
  };
}

/** The part of a body that says where it goes. */
export function destinationBody({
  channel,
  recipients,
  folder,
  webhook,
}: DestinationForm): Pick<NewReport, "recipients" | "folder" | "webhook"> {
  if (channel === "mail") return { recipients: recipients.split(/[\s,;]+/).filter((one) => one !== "") };
  return channel === "folder" ? { folder } : { webhook: webhook.trim() };
}

/** To whom it goes; of a webhook only the host is shown. */
export function receiverOf({ channel, recipients, folder, webhook }: Saved): string {
  if (channel === "mail") return recipients.join(", ");
  if (channel === "folder") return copy.folderOf(folder);
  return copy.webhookOf(webhook.replace(/^https?:\/\//, "").replace(/[/?#].*$/, ""));
}
