import type { FullSample } from '#contract/sample.ts'

/** Whether the reader may have further tests made on the sample. */
export function mayServe({ sample, order }: Pick<FullSample, 'sample' | 'order'>): boolean {
  return order.abilities.includes('addTest') && sample.isAccessioned && sample.rejected === null
}
