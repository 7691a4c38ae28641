import path from 'node:path'
import { readBrand, SHIPPED_BRAND } from '#server/brand/read-brand.ts'

/** The brand that is shipped. */
export const shipped = readBrand(SHIPPED_BRAND)
export const { brand, privacyNotice } = shipped
export const partner = brand.partner ?? { name: '', website: '' }

/** Of another invented laboratory, with which tests show that nothing of the first is written into a page. */
export const SECOND_BRAND = path.join(import.meta.dirname, 'second-brand')
