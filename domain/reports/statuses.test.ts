import { describe, expect, test } from 'vitest'
import {
  type MessageStatus,
  OBR_25_CODES,
  OBX_11_CODES,
  reportStatus,
  resultStatus,
  withChange,
} from './statuses.ts'

/** OBR-25 down, OBX-11 across (HL7 tables 0123 and 0085): a letter for each status. */
const LETTERS: Readonly<Record<string, MessageStatus>> = {
  ...({ p: 'preliminary', t: 'partial', f: 'final', b: 'addended', a: 'amended', c: 'corrected' } as const),
  ...({ w: 'withdrawn', x: 'cancelled', '?': 'unclear', '-': 'none' } as const),
}
const EXPECTED: Readonly<Record<(typeof OBR_25_CODES)[number], string>> = {
  //   _FVUPRSCABDWXINO+?
  '': '?fffpptcabwww---??',
  O: '????ppt???www---??',
  I: '????ppt???www---??',
  S: '????ppt???www---??',
  N: '????ppt???www---??',
  A: 'ttttttttttwww---?t',
  P: 'ppppppppppwww---?p',
  R: 'ttttttttttwww---?t',
  F: 'ffffpptcabwww---?f',
  C: 'ccccpptcabwww---?c',
  M: 'ppppppppppwww---?p',
  X: 'x?????????wwx---?x',
  '?': '?fffpptcabwww---??',
}

describe('OBR-25 and OBX-11', () => {
  const cells = OBR_25_CODES.flatMap((obr) =>
    OBX_11_CODES.map((obx, column) => [obr, obx, LETTERS[EXPECTED[obr][column] ?? ''] ?? 'none'] as const),
  )
  test.each(cells)('OBR-25 %j and OBX-11 %j', (obr, obx, status) => {
    expect(resultStatus(obr, obx)).toBe(status)
    expect(resultStatus(obr.toLowerCase(), obx.toLowerCase())).toBe(status)
  })

  test.each<[string, string[], MessageStatus]>([
    ['F', [], 'final'],
    ['', [], 'none'],
    ['O', [], 'none'],
    ['F', ['F', 'F'], 'final'],
    ['F', ['F', 'P'], 'partial'],
    ['P', ['F', 'P'], 'preliminary'],
    ['', ['P', 'P'], 'preliminary'],
    ['F', ['W', 'F'], 'final'],
    ['C', ['D', 'C'], 'corrected'],
    ['F', ['W', 'D'], 'withdrawn'],
    ['F', ['O'], 'none'],
    ['F', ['O', 'F'], 'final'],
    ['F', ['F', 'B'], 'addended'],
    ['F', ['F', 'A', 'C'], 'corrected'],
    ['X', ['X'], 'cancelled'],
    ['', ['', 'F'], 'unclear'],
  ])('a group of OBR-25 %j and OBX-11 %j', (obr, obx, status) => {
    expect(reportStatus(obr, obx)).toBe(status)
  })
})

test('[RPT-03] treats a reclassification, another interpretation and an addendum as no errors of the report before', () => {
  for (const status of ['corrected', 'amended', 'final'] as const) {
    expect(withChange(status, 'reclassification')).toBe('amended')
    expect(withChange(status, 'interpretation')).toBe('amended')
    expect(withChange(status, 'format')).toBe('amended')
    expect(withChange(status, 'addendum')).toBe('addended')
    expect(withChange(status, 'result')).toBe('corrected')
    expect(withChange(status, 'demographic')).toBe('corrected')
    expect(withChange(status, null)).toBe(status)
  }
  for (const status of ['preliminary', 'withdrawn', 'cancelled'] as const)
    expect(withChange(status, 'result')).toBe(status)
})
