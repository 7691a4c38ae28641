import path from 'node:path'
import type { Plugin } from 'vite'
import { readBrand, SHIPPED_BRAND } from '../server/brand/read-brand.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

/** For tests of modules, which no server has written a page for: the shipped brand instead of the page's. */
export function shippedBrand(): Plugin {
  const { brand, terms, privacyNotice, userConditions } = readBrand(SHIPPED_BRAND)
  const page = JSON.stringify({ ...brand, icon: '/icon.svg', legalTexts: '' })
  const texts = JSON.stringify({ terms, privacyNotice, userConditions })
  const modules = new Map([
    [path.join(ROOT, 'ui/brand.ts'), `export const brand = ${page}`],
    [
      path.join(ROOT, 'portal/legal-texts.ts'),
      `export const useLegalTexts = () => (${texts}); export async function renewLegalTexts() {}`,
    ],
  ])
  return {
    name: 'shipped-brand',
    enforce: 'pre',
    load(id) {
      return modules.get(id.replace(/\?.*$/, '')) ?? null
    },
  }
}
