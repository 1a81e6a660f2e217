import { reports as copy } from "#texts/reports";
import type { Destinations, NewReport, ReportAnswer } from "../../generated/wire";

type Channel = ReportAnswer["channel"];

/** A way out of Bond, or none: the page alone shows it. */
export type Way = Channel | "page";

/** What a form has of where something goes. */
export type DestinationForm = {
  readonly channel: Way;
  readonly recipients: string;
  readonly folder: string;
  readonly webhook: string;
};

type Saved = Pick<ReportAnswer, "recipients" | "folder" | "webhook"> & { readonly channel: Channel | null };

/** The ways out of Bond that the settings allow. */
export function channelsOf({ canMail, canWrite, webhookHosts }: Destinations): readonly Channel[] {
  const all: readonly [Channel, boolean][] = [
    ["mail", canMail],
    ["folder", canWrite],
    ["webhook", webhookHosts.length > 0],
  ];
  return all.filter(([, isSetUp]) => isSetUp).map(([channel]) => channel);
}

/** The fields as they open: of something saved, or the first of the ways that it may take. */
export function destinationForm(ways: readonly Way[], saved?: Saved): DestinationForm {
  return {
    channel: saved?.channel ?? ways[0] ?? "folder",
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
  if (channel === "page") return {};
  if (channel === "mail") return { recipients: recipients.split(/[\s,;]+/).filter((one) => one !== "") };
  return channel === "folder" ? { folder } : { webhook: webhook.trim() };
}

/** To whom it goes; of a webhook only the host is shown. */
export function receiverOf({ channel, recipients, folder, webhook }: Saved): string {
  if (channel === null) return copy.channels.page;
  if (channel === "mail") return recipients.join(", ");
  if (channel === "folder") return copy.folderOf(folder);
  return copy.webhookOf(webhook.replace(/^https?:\/\//, "").replace(/[/?#].*$/, ""));
}
