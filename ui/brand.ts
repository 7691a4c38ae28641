import type { PageBrand } from '#domain/brand/brand.ts'

/** The laboratory, as the server wrote it into this page: known before anything is drawn. */
export const brand: PageBrand = JSON.parse(document.getElementById('brand')?.textContent ?? '')
