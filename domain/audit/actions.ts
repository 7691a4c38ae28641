/** The kind of access to patient data: viewed here, changed, exported as a file, or sent to another party. */
export const ACCESS_KINDS = ['seen', 'changed', 'exported', 'sent'] as const
export type AccessKind = (typeof ACCESS_KINDS)[number]

interface Meaning {
  kind: AccessKind
  /** The brief description for an accounting of disclosures (45 CFR 164.528). */
  words: string
  /** For a disclosure: its purpose under 45 CFR 164.506. */
  purpose?: 'Treatment' | 'Payment' | 'Health care operations'
}

/** All audit actions that concern a patient. Accountings of disclosures are made from these. */
export const PATIENT_ACTIONS = {
  'order.view': { kind: 'seen', words: 'Order opened' },
  'order.create': { kind: 'changed', words: 'Order started' },
  'order.change': { kind: 'changed', words: 'Order changed' },
  'order.discard': { kind: 'changed', words: 'Draft discarded' },
  'order.submit': { kind: 'changed', words: 'Order submitted' },
  'order.cancel': { kind: 'changed', words: 'Cancellation requested' },
  'consent.withdraw': { kind: 'changed', words: 'Consent withdrawn' },
  'findings.view': { kind: 'seen', words: 'Findings since the report viewed' },
  'findings.record': { kind: 'changed', words: 'Findings since the report recorded' },
  'reanalysis.decide': { kind: 'changed', words: 'Reanalysis put off, or its question closed' },
  'order.feedback': { kind: 'changed', words: 'Feedback given' },
  'order.submission-asked': { kind: 'changed', words: 'Submission requested from another user' },
  'order.sent-back': { kind: 'changed', words: 'Order returned to the user who requested submission' },
  'order.handed-over': { kind: 'changed', words: 'Draft handed over to a colleague' },
  'order.erase': { kind: 'changed', words: 'Order erased with all that belongs to it' },
  'order.export': { kind: 'exported', words: 'Order list exported' },
  'hold.answer': { kind: 'changed', words: 'The laboratory’s question answered' },
  'report.read': { kind: 'seen', words: 'Report read' },
  'report.list': { kind: 'seen', words: 'Report versions viewed' },
  'report.notice-read': { kind: 'changed', words: 'Report change confirmed as read' },
  'follow-up.view': { kind: 'seen', words: 'Follow-up of reports viewed' },
  'follow-up.acknowledge': { kind: 'changed', words: 'Report acknowledged' },
  'follow-up.step': { kind: 'changed', words: 'Step of a reclassification recorded' },
  'follow-up.close': { kind: 'changed', words: 'Reclassification closed' },
  'follow-up.letter': { kind: 'changed', words: 'Letter about a reclassification made' },
  'follow-up.letter-read': { kind: 'exported', words: 'Letter about a reclassification printed' },
  'follow-up.assign': { kind: 'changed', words: 'Follow-up handed over' },
  'result.view': { kind: 'seen', words: 'Result awaiting review viewed' },
  'result.take': { kind: 'changed', words: 'Result awaiting review accepted by the laboratory' },
  'result.assign': {
    kind: 'changed',
    words: 'Result awaiting review assigned to another order by the laboratory',
  },
  'result.refuse': { kind: 'changed', words: 'Result awaiting review refused by the laboratory' },
  'treatment.read': { kind: 'seen', words: 'Treatment recommendation read' },
  'treatment.viewed': { kind: 'seen', words: 'Treatment recommendation opened' },
  'document.list': { kind: 'seen', words: 'List of an order’s documents viewed' },
  'document.add': { kind: 'changed', words: 'Document added' },
  'document.read': { kind: 'seen', words: 'Document read' },
  'document.remove': { kind: 'changed', words: 'Document removed' },
  'requisition.print': { kind: 'exported', words: 'Requisition printed' },
  'phenopacket.download': { kind: 'exported', words: 'Findings downloaded as a phenopacket' },
  'result.download': { kind: 'exported', words: 'Results downloaded as data' },
  'requisition.extend': { kind: 'changed', words: 'Text added to the requisition' },
  'sample.view': { kind: 'seen', words: 'Sample opened' },
  'sample.ship': { kind: 'changed', words: 'Sample tracking recorded' },
  'sample.collected-again': { kind: 'changed', words: 'Sample recollected' },
  'sample.related': { kind: 'seen', words: 'Related tests of the patient and family viewed' },
  'availability.view': { kind: 'seen', words: 'Checks of the remaining specimen viewed' },
  'availability.ask': { kind: 'changed', words: 'Check of the remaining specimen requested' },
  'availability.answer': { kind: 'changed', words: 'Check of the remaining specimen answered' },
  'availability.ordered': { kind: 'changed', words: 'Add-on test ordered on a sample' },
  'family.view': { kind: 'seen', words: 'Family opened' },
  'family.create': { kind: 'changed', words: 'Family started' },
  'family.change': { kind: 'changed', words: 'Family changed' },
  'family.of-order': { kind: 'seen', words: 'Family of an order viewed' },
  'family.join': { kind: 'changed', words: 'Order joined to a family' },
  'family.leave': { kind: 'changed', words: 'Order taken out of a family' },
  'family.erase': { kind: 'changed', words: 'Family erased' },
  'family.print': { kind: 'exported', words: 'Family drawing printed' },
  'family.cascade': { kind: 'seen', words: 'Relatives of a finding viewed' },
  'family.finding': { kind: 'changed', words: 'Finding of a family recorded' },
  'family.step': { kind: 'changed', words: 'Step of a relative recorded' },
  'family.letter': { kind: 'exported', words: 'Letter to a relative written' },
  'family.consent': { kind: 'changed', words: 'Consent of a relative recorded' },
  'family.export': { kind: 'seen', words: 'Family downloaded as a file' },
  'kit.order': { kind: 'changed', words: 'Kit ordered' },
  'vob.submitted': { kind: 'changed', words: 'Benefits verification submitted' },
  'vob.draft': { kind: 'changed', words: 'Benefits verification withdrawn for changes' },
  'vob.ordered': { kind: 'changed', words: 'Benefits verification converted to an order' },
  'eligibility.ask': { kind: 'changed', words: 'Eligibility request created' },
  'eligibility.view': { kind: 'seen', words: 'Payer’s response viewed' },
  'coverage.view': { kind: 'seen', words: 'Coverage and estimates of an order viewed' },
  'estimate.keep': { kind: 'changed', words: 'Cost estimate saved' },
  'estimate.print': { kind: 'exported', words: 'Cost estimate printed' },
  'authorization.view': { kind: 'seen', words: 'Payer’s authorization requirements viewed' },
  'authorization.print': { kind: 'exported', words: 'Authorization packet printed' },
  'letter.save': { kind: 'changed', words: 'Letter of medical necessity changed' },
  'letter.sign': { kind: 'changed', words: 'Letter of medical necessity signed' },
  'fhir.read': { kind: 'sent', words: 'Read through FHIR', purpose: 'Treatment' },
  'fhir.search': { kind: 'sent', words: 'Found in a FHIR search', purpose: 'Treatment' },
  'laboratory.message.read': { kind: 'seen', words: 'Laboratory message viewed' },
  'laboratory.message.send-again': { kind: 'changed', words: 'Message to the laboratory sent again' },
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
  'ehr.release': { kind: 'changed', words: 'Result released to the hospital’s record system' },
  'payer.asked': {
    ...{ kind: 'sent', words: 'Name, date of birth and member ID sent to the payer' },
    purpose: 'Payment',
  },
  'person.look-up': { kind: 'seen', words: 'Data looked up for a request of this person' },
  'person.erase': { kind: 'changed', words: 'Erasure asked for by this person' },
  'person.export': { kind: 'exported', words: 'Data exported for a request of this person' },
  'disclosures.view': { kind: 'seen', words: 'This accounting viewed' },
  'disclosures.export': { kind: 'exported', words: 'This accounting exported' },
} as const satisfies Record<string, Meaning>
export type PatientAction = keyof typeof PATIENT_ACTIONS

/** All other audit actions: users and institutions, records without an order, and sign-in. */
export const OTHER_ACTIONS = [
  ...['access-refused', 'laboratory.message.apply-again', 'ehr.map', 'ehr.send-again', 'ehr.skip'],
  'retention-ended',
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

export function meaningOf(action: PatientAction): Meaning {
  return PATIENT_ACTIONS[action]
}
