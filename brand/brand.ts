/** Ten shades from pale to deep, as the theme wants them. */
type Shades = readonly [string, string, string, string, string, string, string, string, string, string]

/**
 * Everything of a laboratory that its users see. A laboratory replaces this file, `terms.ts`, `privacy-notice.ts` and
 * `public/icon.svg` (the mark beside its name and in the browser's tab), and nothing else.
 */
export interface Brand {
  /** The name on every page. */
  name: string
  /** The legal person of the copyright line. */
  legalName: string
  /** The accent colour. White text must be readable on shades 6 to 9 (4.5 : 1). */
  accent: Shades
  contact: {
    address: readonly string[]
    phone: string
    email: string
    hours: string
  }
  links: {
    contact: string
    testCatalog: string
    /** The menus of the laboratory's public website. */
    website: readonly { label: string; href: string }[]
  }
}

const website = 'https://www.larkfield-genetics.example'

export const brand: Brand = {
  name: 'Larkfield Genetics',
  legalName: 'Larkfield Genetics Laboratory, Inc.',
  accent: [
    '#e9f5f3',
    '#d5e9e7',
    '#abd4d1',
    '#7dbfbb',
    '#52a9a5',
    '#31948f',
    '#1c7d7a',
    '#0f6b6b',
    '#0b5656',
    '#084242',
  ],
  contact: {
    address: ['1200 Larkfield Way', 'Springvale, IL 60000'],
    phone: '(312) 555-0142',
    email: 'support@larkfield-genetics.example',
    hours: 'Monday to Friday, 8 am to 6 pm Central',
  },
  links: {
    contact: `${website}/contact`,
    testCatalog: `${website}/tests`,
    website: [
      { label: 'Partners', href: `${website}/partners` },
      { label: 'Providers', href: `${website}/providers` },
      { label: 'Tests', href: `${website}/tests` },
      { label: 'About us', href: `${website}/about` },
      { label: 'News', href: `${website}/news` },
    ],
  },
}
