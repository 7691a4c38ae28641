import type { Issuer } from '#domain/reports/report-update.ts'
import { firstPartOf, textOf } from '../hl7/message.ts'
import type { OrderGroup } from './order-groups.ts'

/**
 * Who issued a report: OBR-32, its principal interpreter, and OBX-23, the laboratory that did the test. OBR-32
 * is `NDL`, whose first component is the person (`77&Hollowell&Maris`); some systems write the person's parts
 * as components, as in other fields.
 */
export function issuerOf({ obr, results }: OrderGroup): { issuer?: Issuer } {
  const signer = obr ? textOf(obr, 32) : ''
  const isPerson = signer.includes('&')
  const [, family = '', given = ''] = isPerson
    ? signer.split('&')
    : obr
      ? [signer, textOf(obr, 32, 2), textOf(obr, 32, 3)]
      : []
  // The second component of NDL is when the person began.
  const name = /^\d{8}/.test(family) ? '' : [given, family].filter(Boolean).join(' ')
  const alone = obr && !isPerson && name === '' ? (/^\d*$/.test(signer) ? '' : signer) : ''
  const laboratory = results.map(({ obx }) => firstPartOf(obx, 23)).find((one) => one !== '') ?? ''
  return issuer({ laboratory, signedBy: (name || alone).trim() })
}

/** Leaves out what is not given. */
export function issuer({ laboratory, signedBy }: Required<Issuer>): { issuer?: Issuer } {
  const given = {
    ...(laboratory === '' ? {} : { laboratory }),
    ...(signedBy === '' ? {} : { signedBy }),
  }
  return Object.keys(given).length === 0 ? {} : { issuer: given }
}
