import { BrandInvalid, type ReadBrand, readBrand, SHIPPED_BRAND } from '../brand/read-brand.ts'
import { SetupError } from '../database/setup-error.ts'
import type { Config } from './config.ts'

/** The laboratory's brand. Throws a SetupError with everything that is wrong with its files. */
export function brandOf({
  KARYO_BRAND_DIR: dir = SHIPPED_BRAND,
  KARYO_COUNSELING,
}: Pick<Config, 'KARYO_BRAND_DIR' | 'KARYO_COUNSELING'>): ReadBrand {
  const refuse = (faults: string) => new SetupError(`KARYO_BRAND_DIR: ${dir} cannot be used. ${faults}.`)
  try {
    const read = readBrand(dir)
    if (read.brand.partner === null && KARYO_COUNSELING === 'on')
      throw refuse('brand.json, field partner: must be there, or set KARYO_COUNSELING=off')
    return read
  } catch (error) {
    if (error instanceof BrandInvalid) throw refuse(error.message)
    throw error
  }
}
