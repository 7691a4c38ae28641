/** Of which orders somebody wants news by e-mail, and which news. */
export interface NewsSettings {
  whose: 'mine' | 'institution'
  reportReady: boolean
  reportCorrected: boolean
  sampleReceived: boolean
  /** The laboratory asks or notes something, or a sample is to be taken again. */
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
  'report-preliminary': {
    setting: 'reportReady',
    subject: 'preliminary report',
    says: 'A preliminary report is ready. It may change; wait for the final report before you act on it alone.',
  },
  'report-partial': {
    setting: 'reportReady',
    subject: 'partial report',
    says: 'A part of the results is ready. More will follow; wait for the final report before you act on it alone.',
  },
  'report-addended': {
    setting: 'reportCorrected',
    subject: 'addendum to the report',
    says: 'The laboratory has added to a report. What it said before stays valid.',
  },
  'report-amended': {
    setting: 'reportCorrected',
    subject: 'amended report',
    says: 'A report was amended. Use the new version; the portal shows what the laboratory says of the change.',
  },
  'report-withdrawn': {
    setting: 'reportCorrected',
    subject: 'report withdrawn',
    says: 'The laboratory has withdrawn a report. Do not use it.',
  },
  // To those who had opened it, whatever they have chosen to be told.
  'read-report-addended': {
    setting: 'always',
    subject: 'addendum to a report that you opened',
    says: 'The laboratory has added to a report that you opened. What it said before stays valid. Please confirm that you have read this.',
  },
  'read-report-amended': {
    setting: 'always',
    subject: 'a report that you opened was amended',
    says: 'A report that you opened was amended. Use the new version, and confirm that you have read this.',
  },
  'read-report-corrected': {
    setting: 'always',
    subject: 'a report that you opened was corrected',
    says: 'A report that you opened was corrected. Do not use the earlier version, and confirm that you have read this.',
  },
  'read-report-withdrawn': {
    setting: 'always',
    subject: 'a report that you opened was withdrawn',
    says: 'The laboratory has withdrawn a report that you opened. Do not use it, and confirm that you have read this.',
  },
  'read-report-restored': {
    setting: 'always',
    subject: 'a report that was withdrawn counts again',
    says: 'A report that you opened, and that was withdrawn since, counts again: the laboratory has checked it. Open it before you use it, and confirm that you have read this.',
  },
  'read-report-preliminary': {
    setting: 'always',
    subject: 'a final report that you opened is preliminary again',
    says: 'A preliminary report has taken the place of a final one that you opened: results may still change. Do not use the earlier version, and confirm that you have read this.',
  },
  'read-report-questioned': {
    setting: 'always',
    subject: 'a report that you opened is being checked',
    says: 'The laboratory is checking whether a report that you opened stands. Do not act on it before that is decided, and confirm that you have read this.',
  },
  'read-report-upheld': {
    setting: 'always',
    subject: 'a report that you opened stands',
    says: 'The laboratory has checked a report that you opened, and it stands. Please confirm that you have read this.',
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
  'laboratory-note': {
    setting: 'actionNeeded',
    subject: 'a note from the laboratory',
    says: 'The laboratory has written a note on the order.',
  },
} as const satisfies Record<string, { setting: keyof NewsSettings | 'always'; subject: string; says: string }>
export type OrderNewsKind = keyof typeof ORDER_NEWS

export function isOrderNews(kind: string): kind is OrderNewsKind {
  return Object.hasOwn(ORDER_NEWS, kind)
}

/** `isTheirs`: they have begun or submitted the order, are responsible for it, or are its ordering provider. */
export function wantsNews(settings: NewsSettings, kind: OrderNewsKind, isTheirs: boolean): boolean {
  const { setting } = ORDER_NEWS[kind]
  if (setting === 'always') return true
  return settings[setting] && (settings.whose === 'institution' || isTheirs)
}
