/** The kind of access to patient data: viewed here, changed, exported as a file, or sent to another party. */
export const ACCESS_KINDS = ['seen', 'changed', 'exported', 'sent'] as const
export type AccessKind = (typeof ACCESS_KINDS)[number]

interface Words {
  /** The brief description for an accounting of disclosures (45 CFR 164.528). */
  words: string
}

/**
 * What is seen was asked for by the reader, who opened a page (`opening`) or something on it (`reader`); or the `page`
 * reads it by itself with what was opened.
 */
interface Seen extends Words {
  kind: 'seen'
  by: 'opening' | 'page' | 'reader'
}

interface Done extends Words {
  kind: Exclude<AccessKind, 'seen'>
  /** For a disclosure: its purpose under 45 CFR 164.506. */
  purpose?: 'Treatment' | 'Payment' | 'Health care operations'
}

type Meaning = Seen | Done
type AnyMeaning = Words & { kind: AccessKind; purpose?: Done['purpose'] }

/** All audit actions that concern a patient. Accountings of disclosures are made from these. */
export const PATIENT_ACTIONS = {
  'order.view': { kind: 'seen', by: 'opening', words: 'Order opened' },
  'order.create': { kind: 'changed', words: 'Order started' },
  'order.moved-in': { kind: 'changed', words: 'Order moved in from an earlier system' },
  'order.change': { kind: 'changed', words: 'Order changed' },
  'order.discard': { kind: 'changed', words: 'Draft discarded' },
  'order.submit': { kind: 'changed', words: 'Order submitted' },
  'order.cancel': { kind: 'changed', words: 'Cancellation requested' },
  'consent.withdraw': { kind: 'changed', words: 'Consent withdrawn' },
  'findings.view': { kind: 'seen', by: 'page', words: 'Findings since the report viewed' },
  'findings.record': { kind: 'changed', words: 'Findings since the report recorded' },
  'reanalysis.decide': { kind: 'changed', words: 'Reanalysis put off, or its question closed' },
  'order.feedback': { kind: 'changed', words: 'Feedback given' },
  'order.submission-asked': { kind: 'changed', words: 'Submission requested from another user' },
  'order.sent-back': { kind: 'changed', words: 'Order returned to the user who requested submission' },
  'order.handed-over': { kind: 'changed', words: 'Draft handed over to a colleague' },
  'order.erase': { kind: 'changed', words: 'Order erased with all that belongs to it' },
  'order.export': { kind: 'exported', words: 'Order list exported' },
  'hold.answer': { kind: 'changed', words: 'The laboratory’s question answered' },
  'report.read': { kind: 'seen', by: 'reader', words: 'Report read' },
  'report.list': { kind: 'seen', by: 'page', words: 'Report versions viewed' },
  'report.notice-read': { kind: 'changed', words: 'Report change confirmed as read' },
  'follow-up.view': { kind: 'seen', by: 'page', words: 'Follow-up of reports viewed' },
  'follow-up.acknowledge': { kind: 'changed', words: 'Report acknowledged' },
  'follow-up.step': { kind: 'changed', words: 'Step of a reclassification recorded' },
  'follow-up.close': { kind: 'changed', words: 'Reclassification closed' },
  'follow-up.letter': { kind: 'changed', words: 'Letter about a reclassification made' },
  'follow-up.letter-read': { kind: 'exported', words: 'Letter about a reclassification printed' },
  'follow-up.assign': { kind: 'changed', words: 'Follow-up handed over' },
  'result.view': { kind: 'seen', by: 'reader', words: 'Result awaiting review viewed' },
  'result.take': { kind: 'changed', words: 'Result awaiting review accepted by the laboratory' },
  'result.assign': {
    kind: 'changed',
    words: 'Result awaiting review assigned to another order by the laboratory',
  },
  'result.refuse': { kind: 'changed', words: 'Result awaiting review refused by the laboratory' },
  'treatment.read': { kind: 'seen', by: 'reader', words: 'Treatment recommendation read' },
  'treatment.viewed': { kind: 'seen', by: 'reader', words: 'Treatment recommendation opened' },
  'document.list': { kind: 'seen', by: 'page', words: 'List of an order’s documents viewed' },
  'document.add': { kind: 'changed', words: 'Document added' },
  'document.read': { kind: 'seen', by: 'reader', words: 'Document read' },
  'document.remove': { kind: 'changed', words: 'Document removed' },
  'requisition.print': { kind: 'exported', words: 'Requisition printed' },
  'phenopacket.download': { kind: 'exported', words: 'Findings downloaded as a phenopacket' },
  'result.download': { kind: 'exported', words: 'Results downloaded as data' },
  'requisition.extend': { kind: 'changed', words: 'Text added to the requisition' },
  'sample.view': { kind: 'seen', by: 'opening', words: 'Sample opened' },
  'sample.ship': { kind: 'changed', words: 'Sample tracking recorded' },
  'sample.collected-again': { kind: 'changed', words: 'Sample recollected' },
  'sample.related': { kind: 'seen', by: 'page', words: 'Related tests of the patient and family viewed' },
  'availability.view': { kind: 'seen', by: 'page', words: 'Checks of the remaining specimen viewed' },
  'availability.ask': { kind: 'changed', words: 'Check of the remaining specimen requested' },
  'availability.answer': { kind: 'changed', words: 'Check of the remaining specimen answered' },
  'availability.ordered': { kind: 'changed', words: 'Add-on test ordered on a sample' },
  'family.view': { kind: 'seen', by: 'reader', words: 'Family opened' },
  'family.create': { kind: 'changed', words: 'Family started' },
  'family.change': { kind: 'changed', words: 'Family changed' },
  'family.of-order': { kind: 'seen', by: 'page', words: 'Family of an order viewed' },
  'family.join': { kind: 'changed', words: 'Order joined to a family' },
  'family.leave': { kind: 'changed', words: 'Order taken out of a family' },
  'family.erase': { kind: 'changed', words: 'Family erased' },
  'family.print': { kind: 'exported', words: 'Pedigree printed' },
  'family.cascade': { kind: 'seen', by: 'reader', words: 'Relatives of a finding viewed' },
  'family.finding': { kind: 'changed', words: 'Finding of a family recorded' },
  'family.step': { kind: 'changed', words: 'Step of a relative recorded' },
  'family.letter': { kind: 'exported', words: 'Letter to a relative written' },
  'family.consent': { kind: 'changed', words: 'Consent of a relative recorded' },
  'family.export': { kind: 'seen', by: 'reader', words: 'Family downloaded as a file' },
  'kit.order': { kind: 'changed', words: 'Kit ordered' },
  'vob.submitted': { kind: 'changed', words: 'Benefits verification submitted' },
  'vob.draft': { kind: 'changed', words: 'Benefits verification withdrawn for changes' },
  'vob.reopened': { kind: 'changed', words: 'Order from a benefits verification discarded' },
  'vob.ordered': { kind: 'changed', words: 'Benefits verification converted to an order' },
  'eligibility.ask': { kind: 'changed', words: 'Eligibility request created' },
  'eligibility.view': { kind: 'seen', by: 'page', words: 'Payer’s response viewed' },
  'coverage.view': { kind: 'seen', by: 'page', words: 'Coverage and estimates of an order viewed' },
  'estimate.keep': { kind: 'changed', words: 'Cost estimate saved' },
  'estimate.print': { kind: 'exported', words: 'Cost estimate printed' },
  'authorization.view': { kind: 'seen', by: 'page', words: 'Payer’s authorization requirements viewed' },
  'authorization.print': { kind: 'exported', words: 'Authorization packet printed' },
  'letter.save': { kind: 'changed', words: 'Letter of medical necessity changed' },
  'letter.sign': { kind: 'changed', words: 'Letter of medical necessity signed' },
  'ehr.launch-opened': { kind: 'changed', words: 'Chart of the hospital opened as a draft' },
  'ehr.chart-read': { kind: 'seen', by: 'page', words: 'What came from the hospital’s chart viewed' },
  'fhir.read': { kind: 'sent', words: 'Read through FHIR', purpose: 'Treatment' },
  'fhir.search': { kind: 'sent', words: 'Found in a FHIR search', purpose: 'Treatment' },
  'laboratory.message.read': { kind: 'seen', by: 'reader', words: 'Laboratory message viewed' },
  'laboratory.message.send-again': { kind: 'changed', words: 'Message to the laboratory sent again' },
  'laboratory.message.apply-again': { kind: 'changed', words: 'Message from the laboratory processed again' },
  'laboratory.sent': {
    kind: 'sent',
    words: 'Order and patient sent to the laboratory',
    purpose: 'Treatment',
  },
  'ehr.sent': {
    kind: 'sent',
    words: 'Result sent to the hospital’s record system',
    purpose: 'Treatment',
  },
  'ehr.advice': {
    ...{ kind: 'sent', words: 'Advice shown in the hospital’s chart', purpose: 'Treatment' },
  },
  'ehr.release': { kind: 'changed', words: 'Result released to the hospital’s record system' },
  'payer.asked': {
    ...{ kind: 'sent', words: 'Name, date of birth and member ID sent to the payer' },
    purpose: 'Payment',
  },
  'person.look-up': { kind: 'seen', by: 'reader', words: 'Data looked up for a request of this person' },
  'person.erase': { kind: 'changed', words: 'Erasure asked for by this person' },
  'person.export': { kind: 'exported', words: 'Data exported for a request of this person' },
  'disclosures.view': { kind: 'seen', by: 'reader', words: 'This accounting viewed' },
  'disclosures.export': { kind: 'exported', words: 'This accounting exported' },
} as const satisfies Record<string, Meaning>
export type PatientAction = keyof typeof PATIENT_ACTIONS

/** All other audit actions: users and institutions, records without an order, and sign-in. */
export const OTHER_ACTIONS = [
  ...['access-refused', 'ehr.map', 'ehr.send-again', 'ehr.skip'],
  'retention-ended',
  ...['ehr.advice-asked', 'ehr.advice-feedback', 'ehr.advice-changed'],
  ...['ehr.launched', 'ehr.launch-refused', 'ehr.launch-linked', 'launch-client-changed'],
  ...['launch-client-removed', 'launch-unlinked'],
  ...[
    'family-code.redeemed',
    'family-code.refused',
    'family-codes.read',
    'family-code.tells',
    'family-code.ordered',
  ],
  ...['counseling.requests.read', 'counseling.request.again', 'counseling.request.remove'],
  ...['counseling.request.handed-over', 'kit.send', 'kit.cancel', 'kit.receive'],
  ...['custom-panel.create', 'custom-panel.change', 'custom-panel.remove'],
  ...[
    'institution-made',
    'institution-changed',
    'follow-up-rules-changed',
    'user.views-changed',
    'profile-changed',
    'favorites-changed',
  ],
  ...[
    'registered',
    'joined',
    'approved',
    'refused',
    'roles-changed',
    'roles-proposed',
    'roles-approved',
    'roles-declined',
    'blocked',
    'deactivated',
    'reactivated',
  ],
  ...['moved', 'handed-over', 'invited', 'invitation-accepted', 'invitation-withdrawn', 'invitation-resent'],
  ...['attested', 'terms-accepted', 'notice-approved'],
  ...['account-created', 'email-verified', 'email-changed', 'signed-in', 'sign-in-refused', 'account-locked'],
  ...['password-changed', 'second-factor-changed', 'session-ended', 'sessions-ended', 'elevation-attempt'],
  ...['hospital-linked', 'hospital-sign-in-refused', 'hospital-changed', 'hospital-removed'],
  'hospital-unlinked',
  // By the portal's operator.
  ...['support-given', 'support-taken', 'password-link-made', 'second-factor-forgotten'],
] as const
export type AuditAction = PatientAction | (typeof OTHER_ACTIONS)[number]

export function meaningOf(action: PatientAction): AnyMeaning {
  return PATIENT_ACTIONS[action]
}

/** Who asked for what was seen; null if the action is no reading of a patient's data. */
export function askedBy(action: AuditAction): Seen['by'] | null {
  const meaning: Meaning | undefined = Object.hasOwn(PATIENT_ACTIONS, action)
    ? PATIENT_ACTIONS[action as PatientAction]
    : undefined
  return meaning?.kind === 'seen' ? meaning.by : null
}
