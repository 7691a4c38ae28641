import { z } from 'zod'

/** A code of ICD-10-CM with its official description. */
export const diagnosis = z.object({ code: z.string(), description: z.string() })

const day = z.union([z.literal(''), z.iso.date()])

/** What the laboratory's list has about one of the document's codes (domain/icd10/diagnosis-code.ts). */
export const knownDiagnosis = z.object({
  code: z.string(),
  periods: z.array(z.object({ from: day, until: day, billable: z.boolean() })),
  offered: z.array(diagnosis),
})
