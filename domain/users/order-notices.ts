/** For which orders and events a user wants email. */
export interface NoticeSettings {
  whose: 'mine' | 'institution'
  reportReady: boolean
  reportCorrected: boolean
  sampleReceived: boolean
  /** The laboratory asks, notes or declines something or cancels an order, or a sample must be recollected. */
  actionNeeded: boolean
}

/** Events of an order that are sent by email: the setting that enables them, and the text. */
export const ORDER_NOTICES = {
  accessioned: {
    setting: 'sampleReceived',
    subject: 'sample received',
    text: 'The laboratory has received the sample.',
  },
  reported: { setting: 'reportReady', subject: 'report ready', text: 'A report is ready.' },
  'report-corrected': {
    setting: 'reportCorrected',
    subject: 'corrected report',
    text: 'A report was corrected. Use the new version only.',
  },
  'report-preliminary': {
    setting: 'reportReady',
    subject: 'preliminary report',
    text: 'A preliminary report is ready. It may change; wait for the final report before you act on it alone.',
  },
  'report-partial': {
    setting: 'reportReady',
    subject: 'partial report',
    text: 'Part of the results is ready. More will follow; wait for the final report before you act on this one alone.',
  },
  'report-addended': {
    setting: 'reportCorrected',
    subject: 'addendum to the report',
    text: 'The laboratory has added to a report. The earlier content remains valid.',
  },
  'report-amended': {
    setting: 'reportCorrected',
    subject: 'amended report',
    text: 'A report was amended. Use the new version; the portal shows the laboratory’s explanation of the change.',
  },
  'report-withdrawn': {
    setting: 'reportCorrected',
    subject: 'report withdrawn',
    text: 'The laboratory has withdrawn a report. Do not use it.',
  },
  // To users who had opened the report, whatever their settings.
  'read-report-addended': {
    setting: 'always',
    subject: 'addendum to a report that you opened',
    text: 'The laboratory has added to a report that you opened. The earlier content remains valid. Please confirm that you have read this.',
  },
  'read-report-amended': {
    setting: 'always',
    subject: 'a report that you opened was amended',
    text: 'A report that you opened was amended. Use the new version, and confirm that you have read this.',
  },
  'read-report-corrected': {
    setting: 'always',
    subject: 'a report that you opened was corrected',
    text: 'A report that you opened was corrected. Do not use the earlier version, and confirm that you have read this.',
  },
  'read-report-withdrawn': {
    setting: 'always',
    subject: 'a report that you opened was withdrawn',
    text: 'The laboratory has withdrawn a report that you opened. Do not use it, and confirm that you have read this.',
  },
  'read-report-restored': {
    setting: 'always',
    subject: 'a withdrawn report is valid again',
    text: 'A report that you opened and that was then withdrawn is valid again: the laboratory has checked it. Open it before you use it, and confirm that you have read this.',
  },
  'read-report-preliminary': {
    setting: 'always',
    subject: 'a final report that you opened is preliminary again',
    text: 'A preliminary report has replaced a final one that you opened: results may still change. Do not use the earlier version, and confirm that you have read this.',
  },
  'read-report-questioned': {
    setting: 'always',
    subject: 'a report that you opened is being checked',
    text: 'The laboratory is checking whether a report that you opened is valid. Do not act on it until that is decided, and confirm that you have read this.',
  },
  'read-report-upheld': {
    setting: 'always',
    subject: 'a report that you opened is valid',
    text: 'The laboratory has checked a report that you opened, and it is valid. Please confirm that you have read this.',
  },
  held: {
    setting: 'actionNeeded',
    subject: 'question from the laboratory',
    text: 'The laboratory needs an answer before it can continue.',
  },
  'sample-rejected': {
    setting: 'actionNeeded',
    subject: 'a sample was rejected',
    text: 'The laboratory could not use a sample. Open the order to see why and to record its recollection. If it cannot be collected again, call the laboratory.',
  },
  cancelled: {
    setting: 'actionNeeded',
    subject: 'cancelled by the laboratory',
    text: 'The laboratory has cancelled the order: no report will follow. Open the order to see why, and place a new one if the test is still needed.',
  },
  'refused-by-laboratory': {
    setting: 'actionNeeded',
    subject: 'not accepted by the laboratory',
    text: 'The laboratory has not accepted the order, or a part of it. Open the order to see what and why, and call the laboratory.',
  },
  'cancellation-refused': {
    setting: 'actionNeeded',
    subject: 'cancellation declined',
    text: 'The laboratory could not cancel the order: testing goes on. Open the order to see why.',
  },
  'hospital-cancellation-refused': {
    setting: 'actionNeeded',
    subject: 'cancelled at the hospital, but not at the laboratory',
    text: 'The hospital’s record system has cancelled the order, and the laboratory could not: testing goes on. Open the order to see why, and tell the hospital.',
  },
  'laboratory-note': {
    setting: 'actionNeeded',
    subject: 'a note from the laboratory',
    text: 'The laboratory has added a note to the order.',
  },
} as const satisfies Record<
  string,
  { setting: keyof NoticeSettings | 'always'; subject: string; text: string }
>
export type OrderNoticeKind = keyof typeof ORDER_NOTICES

/** Of a cancelled order nobody is told to wait for what will not come. */
const TEXTS_IF_CANCELLED: Partial<Record<OrderNoticeKind, string>> = {
  'report-preliminary':
    'A preliminary report is ready. The order was cancelled: no final report will confirm these results. Do not act on them alone.',
  'report-partial':
    'Part of the results is ready. The order was cancelled: no more results will follow. Do not act on these alone.',
  'read-report-preliminary':
    'A preliminary report has replaced a final one that you opened. The order was cancelled: no final report will confirm these results. Do not use the earlier version, and confirm that you have read this.',
}

export function noticeText(kind: OrderNoticeKind, { isCancelled }: { isCancelled: boolean }): string {
  return (isCancelled ? TEXTS_IF_CANCELLED[kind] : undefined) ?? ORDER_NOTICES[kind].text
}

export function isOrderNotice(kind: string): kind is OrderNoticeKind {
  return Object.hasOwn(ORDER_NOTICES, kind)
}

/**
 * `isOwnOrder`: they started or submitted the order, are responsible for it, or are its ordering provider.
 */
export function wantsNotice(settings: NoticeSettings, kind: OrderNoticeKind, isOwnOrder: boolean): boolean {
  const { setting } = ORDER_NOTICES[kind]
  if (setting === 'always') return true
  return settings[setting] && (settings.whose === 'institution' || isOwnOrder)
}
