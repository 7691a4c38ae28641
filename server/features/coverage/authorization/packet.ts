import { isDeepStrictEqual } from 'node:util'
import type { AuthorizationPacket } from '#contract/coverage.ts'
import { letterDraft } from '#domain/coverage/letter.ts'
import { type RequiredDocument, requiredDocuments } from '#domain/coverage/required-documents.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { filesOfRelatives } from '#domain/orders/attached-files.ts'
import { type OrderDocument, PROBAND } from '#domain/orders/document.ts'
import { blankVariant, type KnownVariant, withoutFile } from '#domain/orders/known-variants.ts'
import { featuresOf, withFeatures } from '#domain/orders/phenotype.ts'
import { subjectsOf } from '#domain/orders/subject.ts'
import { institutionsWith, type PermissionName } from '#domain/permissions/permissions.ts'
import type { Scope } from '#server/database/scope.ts'
import { clinicalFields, type Laboratory } from '#server/features/documents/public.ts'
import type { StoredOrder } from '#server/features/orders/public.ts'
import type { CoverageDeps } from '../coverage-deps.ts'
import type { StoredEstimate } from '../estimate/estimate-store.ts'
import { priceOf } from '../estimate/price.ts'
import { orderOf } from '../orders-store.ts'
import {
  type Evidence,
  evidenceOf,
  institutionNamed,
  newestLetter,
  type StoredLetter,
} from './letter-store.ts'

export interface PacketDeps extends Pick<CoverageDeps, 'canQueryPayers' | 'now'> {
  /** The performing laboratory. */
  laboratory: Laboratory
}

const CONSENT: RequiredDocument['type'] = 'Consent Form'

/** Everything a payer is sent to authorize an order's tests. */
export interface Packet {
  order: StoredOrder
  institutionName: string
  payerPhone: string
  tests: { name: string; code: string; cptCodes: readonly string[] }[]
  evidence: Evidence[]
  /** As stored; undefined while the letter is the generated draft. */
  letter: StoredLetter | undefined
  reply: AuthorizationPacket
}

/**
 * The verification that the order was made from, whose letter and documents also count, as long as both are
 * about the same patient.
 */
export async function originOf(scope: Scope, order: StoredOrder): Promise<number | null> {
  return (await verificationOf(scope, order))?.id ?? null
}

async function verificationOf(scope: Scope, order: StoredOrder) {
  const { made_from: from, made_as, institution_code: hospital } = order
  if (from === null || made_as !== 'order') return null
  const verification = await orderOf(scope, hospital, from)
  return isDeepStrictEqual(patientOf(verification), patientOf(order)) ? verification : null
}

function patientOf({ document: { patients } }: { document: OrderDocument }) {
  return patients.slice(0, 1).map((one) => [one.firstName, one.lastName, one.dateOfBirth])
}

/** Whether an estimate matches the packet: same patient, payer and tests. */
export function isOfPacket({ content }: StoredEstimate, { order, reply, tests }: Packet): boolean {
  const codes = (of: readonly { code: string }[]) => of.map(({ code }) => code).sort()
  return (
    content.payerName === reply.payerName &&
    content.memberId === order.document.payment.insurance.memberId.trim() &&
    isDeepStrictEqual(codes(content.tests), codes(tests))
  )
}

/** Why an order's letter can't be changed; null if it can. */
export function closedBecause({ state, vob_status }: StoredOrder): string | null {
  if (state === 'cancelled') return 'The order is cancelled.'
  return vob_status === 'ordered'
    ? 'This verification was converted to an order. Edit the letter there.'
    : null
}

export async function packetOf(deps: PacketDeps, scope: Scope, order: StoredOrder): Promise<Packet> {
  const { id, document, institution_code: hospital } = order
  const verification = await verificationOf(scope, order)
  const letterOrder = { id, document, origin: verification?.id ?? null }
  const priced = await priceOf(deps, scope.db, hospital, document)
  const institutionName = await institutionNamed(scope, hospital)
  const { letter, version } = await newestLetter(scope, letterOrder)
  const isInsured = priced.estimate !== null
  const payerName = priced.payer?.name ?? (isInsured ? document.payment.insurance.company.trim() : '')
  const draft = () =>
    letterDraft(document, {
      ...{ payerName, institutionName, laboratoryName: deps.laboratory.name, tests: priced.tests },
      clinical: clinicalFields(withoutRelatives(document)),
      today: todayAtLaboratory(deps.now()),
    })
  const required = isInsured
    ? requiredDocuments(priced.tests.filter(({ authorizationRequired }) => authorizationRequired !== 'no'))
    : []
  const documents = [document, ...(verification ? [verification.document] : [])]
  const uploaded = await evidenceOf(scope, letterOrder)
  const evidence = ofPatient(uploaded.evidence, documents, required)
  const isOpen = closedBecause(order) === null
  const may = (permission: PermissionName) =>
    institutionsWith(scope.actor.memberships, [permission]).includes(hospital)
  return {
    ...{ order, institutionName, evidence, letter, tests: priced.tests },
    payerPhone: priced.payer?.phone ?? '',
    reply: {
      ...{ orderId: id, payerName, required: priced.estimate?.authorizationRequired ?? 'no' },
      wanted: required.map(({ what, type }) => {
        const documents = evidence
          .filter((one) => one.type === type)
          .map((one) => ({ id: one.id, filename: one.filename }))
        const isThere = type === null ? (letter?.signed_at ?? null) !== null : documents.length > 0
        return { what: capitalized(what), type, isThere, documents }
      }),
      ...(uploaded.others.length > 0 ? { others: uploaded.others.map(({ filename }) => filename) } : {}),
      letter: { ...presentLetter(letter, order, draft), version },
      canSign: isOpen && may('SubmitOrder') && scope.actor.npi !== '',
      canEdit: isOpen && may('CreateOrder'),
    },
  }
}

/**
 * The payer gets no relative's report or other file. Of an order with several people nothing tells whose a consent form
 * is: it goes along only if the payer requires one.
 */
function ofPatient(
  evidence: readonly Evidence[],
  documents: readonly OrderDocument[],
  required: readonly RequiredDocument[],
): Evidence[] {
  const relatives = new Set(documents.flatMap(filesOfRelatives))
  const isUnasked =
    documents.some(({ patients }) => patients.length > 1) && !required.some(({ type }) => type === CONSENT)
  return evidence.filter(({ id, type }) => !relatives.has(id) && !(isUnasked && type === CONSENT))
}

/**
 * The payer is told which familial variant is known, and not which relative has it; and the findings of the patient, and
 * of the fetuses that are tested, not those of relatives.
 */
function withoutRelatives(document: OrderDocument): OrderDocument {
  const withoutPerson = {
    probandFirstName: '',
    probandLastName: '',
    dateOfBirth: '',
    labNumber: '',
    familyNumber: '',
  }
  const { familyTestingRequest: request, knownVariants } = document
  const targetSequencingData = { ...request.targetSequencingData, ...withoutPerson }
  const told = [PROBAND, ...subjectsOf(document)]
  const features = featuresOf(document).filter(({ patient }) => told.includes(patient))
  return {
    ...withFeatures(document, features),
    familyTestingRequest: { ...request, targetSequencingData },
    ...(knownVariants ? { knownVariants: knownVariants.map(withoutCarrier) } : {}),
  }
}

function withoutCarrier(variant: KnownVariant): KnownVariant {
  const { carrier, laboratoryNumber } = blankVariant(variant.key)
  return { ...withoutFile(variant), carrier, laboratoryNumber, report: variant.report }
}

/** The rules' authors write these as the end of a sentence. */
const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

function presentLetter(
  letter: StoredLetter | undefined,
  order: StoredOrder,
  draft: () => string,
): Omit<AuthorizationPacket['letter'], 'version'> {
  if (!letter) return { text: draft(), editedBy: '', editedAt: null, signed: null, isOlderThanOrder: false }
  const { signed_at: at } = letter
  // A letter from the verification is as old as the order itself until it is changed.
  const isOwn = letter.order_id === order.id
  return {
    ...{ text: letter.body, editedBy: letter.edited_by_name },
    editedAt: letter.edited_at.toISOString(),
    signed: at && { signature: letter.signature, npi: letter.signer_npi, at: at.toISOString() },
    isOlderThanOrder: isOwn ? order.updated_at > letter.edited_at : order.version > 1,
  }
}
