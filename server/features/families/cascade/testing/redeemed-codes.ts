import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { VisibleToFamily } from '#domain/family/cascade/steps.ts'
import { family as drawn } from '#domain/family/testing/families.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import type { VariantClass } from '#domain/orders/known-variants.ts'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '../../../../testing/laboratory.ts'
import type { TestPortal } from '../../../../testing/portal.ts'
import { FOREIGN, PARENT, readyOrder } from '../../../../testing/world.ts'
import { geneticObx } from '../../../results/testing/genetic-obx.ts'

export const CREATOR = 'OrderCreator@P1'
const OTHER_CLINIC = `OrderSubmitter@${FOREIGN}`
const DOCUMENT = JSON.parse(
  JSON.stringify(
    drawn(
      ['grandmother', 'woman'],
      ['grandfather', 'man'],
      ['mother', 'woman', ['grandfather', 'grandmother']],
      ['aunt', 'woman', ['grandfather', 'grandmother'], { firstName: 'Benedikta', lastName: 'Quillon' }],
      ['father', 'man'],
      [
        'proband',
        'woman',
        ['father', 'mother'],
        { isProband: true, firstName: 'Aurelia', lastName: 'Quillon' },
      ],
    ),
  ).replaceAll('+', '-'),
)
const BRCA2 = { gene: 'BRCA2', cdna: 'NM_000059.4:c.5946del', protein: 'p.(Ser1982fs)' } as const

export interface Sent {
  status?: 'F' | 'C' | 'I' | 'O' | 'X'
  test?: string
  overall?: string
  /** The family's variant, unless it is another. */
  variants?: readonly {
    call?: 'Present' | 'Absent' | 'No call'
    variantClass: VariantClass
    gene?: 'CFTR'
    cdna?: string
    protein?: string
  }[]
  words?: string
  /** It has no data. */
  isDocument?: boolean
  /** It adds to the report, which stays valid. */
  isAddendum?: boolean
  /** The report is not valid any more. */
  isWithdrawn?: boolean
}

/** A family's clinic, another clinic that redeems the aunt's code and orders, and the laboratory that answers it. */
export function redeemedCodes(portal: () => TestPortal) {
  let minute = 0

  /** A message about an order; later ones come a minute later, and are of today. */
  async function send(order: number, { status = 'F', test = 'WES1', overall = 'Positive', ...more }: Sent) {
    minute += 1
    const at = new Date(Date.now() - 3_600_000 + minute * 60_000)
      .toISOString()
      .replace(/[-:T]/g, '')
      .slice(0, 14)
    const isReport = status === 'F' || status === 'C'
    const pdf = isReport ? (status === 'C' ? CORRECTED_REPORT : REPORT) : undefined
    const raw = laboratoryMessage(`R${order}-${minute}`, {
      ...{ order, number: `L-${order}`, status, test, at: `${at}+0000` },
      ...(pdf ? { pdf } : {}),
      ...(more.words ? { words: more.words } : {}),
    })
    const variants = more.variants ?? [{ variantClass: 'Pathogenic' as const }]
    const obx =
      isReport && !more.isDocument
        ? geneticObx(
            overall,
            variants.map((one) => ({ ...BRCA2, ...one })),
          )
        : []
    const message = raw + obx.join('')
    const result = more.isWithdrawn ? 'W' : more.isAddendum ? 'B' : 'F'
    const sent = message.replaceAll('||||||F\r', `||||||${result}\r`)
    expect(await portal().receive(sent)).toContain('MSA|AA')
  }

  /**
   * The laboratory may have cancelled the test of an order, in a message with another patient's name: its report is in
   * question until the returned function decides that the message is not about it.
   */
  async function question(order: number, test = 'WES1') {
    const raw = laboratoryMessage(`Q${order}`, {
      ...{ order, number: `L-${order}`, status: 'X' as const, test, name: 'Lind^Dora', at: '20991231100000' },
    })
    expect(await portal().receive(raw.replaceAll('||||||F\r', '||||||X\r'))).toContain('MSA|AA')
    return async () => {
      const desk = portal().as('Support').resultDesk
      const [waiting] = (await desk.list({ query: { search: String(order) } })).data
      await desk.refuse({ params: { id: waiting?.id ?? 0 }, body: { reason: 'Asked the laboratory' } })
    }
  }

  /** A family whose finding comes from a report, and a code for the aunt. */
  async function start() {
    const first = await portal().submitted(readyOrder(), { by: 'OrderSubmitter@P1', at: PARENT })
    await send(first.id, {})
    const cascade = portal().as(CREATOR).familyCascade
    const { id } = await portal()
      .as(CREATOR)
      .families.create({
        params: { hospital: PARENT },
        body: { name: 'Quillon', document: DOCUMENT, familyKey: randomUUID() },
      })
    const params = { hospital: PARENT, id }
    const [found] = await cascade.reported({ params, query: { orderId: first.id } })
    const { findings } = await cascade.addFinding({
      params,
      body: {
        ...{ findingKey: randomUUID(), member: 'proband', inheritance: 'autosomal dominant' },
        report: { orderId: first.id, reportId: found?.reportId ?? 0, variantKeys: [found?.variantKey ?? ''] },
        ...{
          isAdultOnset: true,
          condition: '',
          agreed: { on: found?.reportedOn ?? '', words: 'At the visit' },
        },
      },
    })
    const ofFinding = { ...params, findingId: findings[0]?.id ?? 0 }
    const { code } = await cascade.letter({
      params: ofFinding,
      body: {
        ...{ member: 'aunt', language: 'es', isPreview: false },
        names: { name: false, relation: false, illness: false },
      },
    })
    const view = () => cascade.get({ params })
    const aunt = async () => {
      const relative = (await view()).findings[0]?.relatives.find(({ member }) => member === 'aunt')
      return [relative?.state, ...(relative?.steps.map(({ kind }) => kind).slice(1) ?? [])].join(', ')
    }
    return { code: code ?? '', view, aunt, orderId: first.id, ofFinding }
  }

  async function redeemed(tells: VisibleToFamily = 'nothing') {
    const started = await start()
    const codes = portal().as(OTHER_CLINIC).familyCodes
    const { id } = await codes.redeem({
      params: { hospital: FOREIGN },
      body: { code: started.code, isBrought: true, tells },
    })
    const begin = (testCode = 'KNO9', by = OTHER_CLINIC, hospital = FOREIGN) =>
      portal()
        .as(by)
        .familyCodes.order({ params: { hospital, id }, body: { draftKey: randomUUID(), testCode } })
    const tell = (next: VisibleToFamily) =>
      codes.tell({ params: { hospital: FOREIGN, id }, body: { tells: next } })
    const listed = async () =>
      (await codes.list({ params: { hospital: FOREIGN } })).find((one) => one.id === id)
    return { ...started, id, begin, tell, listed }
  }
  type Redeemed = Awaited<ReturnType<typeof redeemed>>

  const orders = () => portal().as(OTHER_CLINIC).orders

  /** The draft of a code, filled in as its clinic would. */
  async function filled({ begin }: Pick<Redeemed, 'begin'>) {
    const { orderId } = await begin()
    const params = { hospital: FOREIGN, id: orderId }
    const { version } = await orders().get({ params })
    const { patients, samples, indicationsForTesting, consents, payment, orderingProvider } = readyOrder(
      'Nguyễn',
      'KNO9',
    )
    const values = { patients, samples, indicationsForTesting, consents, payment, orderingProvider }
    await orders().patch({
      params,
      headers: { 'if-match': String(version) },
      body: [
        ...Object.entries(values).map(([name, value]) => ({
          ...{ op: 'replace' as const, path: `/${name}` },
          value: JSON.parse(JSON.stringify(value)),
        })),
        { op: 'replace' as const, path: '/knownVariants/0/purpose', value: 'predictive' },
      ],
    })
    const { document } = await orders().get({ params })
    const { points } = await orders().check({ params: { hospital: FOREIGN }, body: { document, orderId } })
    expect(points).toEqual([])
    return params
  }

  const submitted = async (code: Pick<Redeemed, 'begin'>) =>
    orders().submit({ params: await filled(code), headers: {}, query: SIGNED })
  return { send, question, start, redeemed, filled, submitted, orders }
}
