import { z } from 'zod'

/** Genes that a clinic selected from a test's list and saved under a name, to order again. */
export const customPanel = z.object({
  id: z.number().int(),
  institutionCode: z.string(),
  testId: z.number().int(),
  testCode: z.string(),
  name: z.string(),
  genes: z.array(z.string()),
  /** Increases by one with every change; sent back with the next change. */
  version: z.number().int(),
  updatedBy: z.string(),
  updatedAt: z.iso.datetime(),
})
export type CustomPanel = z.infer<typeof customPanel>
