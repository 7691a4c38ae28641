/** Of which orders somebody wants news by e-mail, and which news. */
export interface NewsSettings {
  whose: 'mine' | 'institution'
  reportReady: boolean
  reportCorrected: boolean
  sampleReceived: boolean
  /** The laboratory asks something, or a sample is to be taken again. */
  actionNeeded: boolean
}

/** What happens to an order that is told by e-mail: the setting that asks for it, and what is said. */
export const ORDER_NEWS = {
  accessioned: {
    setting: 'sampleReceived',
    subject: 'sample received',
    says: 'The laboratory has received the sample.',
  },
  reported: { setting: 'reportReady', subject: 'report ready', says: 'A report is ready.' },
  'report-corrected': {
    setting: 'reportCorrected',
    subject: 'corrected report',
    says: 'A report was corrected. Use the new version only.',
  },
  held: {
    setting: 'actionNeeded',
    subject: 'the laboratory asks something',
    says: 'The laboratory waits for an answer before it goes on.',
  },
  'sample-rejected': {
    setting: 'actionNeeded',
    subject: 'a sample was rejected',
    says: 'The laboratory could not use a sample. It is to be taken again.',
  },
} as const satisfies Record<string, { setting: keyof NewsSettings; subject: string; says: string }>
export type OrderNewsKind = keyof typeof ORDER_NEWS

export function isOrderNews(kind: string): kind is OrderNewsKind {
  return Object.hasOwn(ORDER_NEWS, kind)
}

/** `isTheirs`: they have begun or submitted the order, are responsible for it, or are its ordering provider. */
export function wantsNews(settings: NewsSettings, kind: OrderNewsKind, isTheirs: boolean): boolean {
  return settings[ORDER_NEWS[kind].setting] && (settings.whose === 'institution' || isTheirs)
}
