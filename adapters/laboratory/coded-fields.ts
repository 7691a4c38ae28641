import type { Hl7Segment } from '@medplum/core'
import { systemNamed } from '#domain/results/code-systems.ts'
import type { Code } from '#domain/results/finding.ts'
import { isQuestion } from '#domain/results/read-result.ts'
import { textOf } from '../hl7/message.ts'

/** The codes of a CWE: its first three components, and the alternate ones. */
export function codesIn(segment: Hl7Segment, field: number, repetition = 0): Code[] {
  return [0, 3].map((from) => codeFrom(segment, field, repetition, from)).filter(({ code }) => code !== '')
}

function codeFrom(segment: Hl7Segment, field: number, repetition: number, from: number): Code {
  const [code = '', name = '', system = ''] = [1, 2, 3].map((index) =>
    textOf(segment, field, from + index, repetition),
  )
  return { system: systemNamed(system), code, name }
}

/** OBX-3: of its two codes the first that is a question of a genetic result, else the first. Laboratories may send their own first. */
export function questionIn(obx: Hl7Segment): Code {
  const codes = codesIn(obx, 3)
  return codes.find(({ code }) => isQuestion(code)) ?? codes[0] ?? codeFrom(obx, 3, 0, 0)
}
