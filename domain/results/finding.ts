/**
 * A result as both message standards can write it. An Observation with components (FHIR) and the OBX segments
 * that share an OBX-4 (HL7 v2) say the same thing: a group of answers to coded questions.
 */

/** A code. Known systems by their short name (code-systems.ts), others as received; '' if none is given. */
export interface Code {
  system: string
  code: string
  /** In words; '' if none are given. */
  name: string
}

/** A number or a range: equal ends are one number. Null: open, or not given. */
export interface Amount {
  low: number | null
  high: number | null
  /** As received; '' without one. */
  unit: string
}

/** One answer: an OBX, an Observation's own value, or a component's. */
export interface Answer {
  question: Code
  /** Empty if it is a text or a number. */
  codes: readonly Code[]
  amount?: Amount
  /** As people read it. */
  text: string
}

export interface Finding {
  /** OBX-4, or the Observation's id: unique within its report. */
  id: string
  /** The findings that it is concluded from or consists of, by id. */
  of: readonly string[]
  /** The finding whose OBX-4 its own begins with: `2a` of `2a.1`. */
  within?: string
  answers: readonly Answer[]
  /** Remarks (NTE, Observation.note). */
  notes: readonly string[]
}

/** The answer's code in this system; '' if it has none. */
export function codeOf({ codes }: Pick<Answer, 'codes'>, system: string): string {
  return codes.find((one) => one.system === system)?.code ?? ''
}

/** The answer's number, if it is one. */
export function numberOf({ amount, text }: Answer): number | null {
  if (amount) return amount.low !== null && amount.low === amount.high ? amount.low : null
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : null
}
