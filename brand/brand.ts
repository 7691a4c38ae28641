import type { Brand } from './shape.ts'

const website = 'https://www.larkfield-genetics.example'

/**
 * The laboratory. Another one replaces this file, `terms.ts`, `privacy-notice.ts` and `public/icon.svg` (the mark
 * beside its name and in the browser’s tab), and nothing else.
 */
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
  website: {
    home: website,
    contact: `${website}/contact`,
    search: `${website}/`,
    menus: [
      { label: 'Partners', href: `${website}/partners`, entries: [] },
      {
        label: 'Providers',
        href: `${website}/providers`,
        entries: [
          { label: 'Ordering', href: `${website}/providers/ordering` },
          { label: 'Support', href: `${website}/providers/support` },
          { label: 'Resources', href: `${website}/providers/resources` },
        ],
      },
      {
        label: 'Tests',
        href: `${website}/tests`,
        entries: [
          { label: 'Comprehensive', href: `${website}/tests/comprehensive` },
          { label: 'Reproductive', href: `${website}/tests/reproductive` },
          { label: 'Specialized Modality', href: `${website}/tests/specialized-modality` },
        ],
      },
      { label: 'About Us', href: `${website}/about`, entries: [] },
      { label: 'News & Updates', href: `${website}/news`, entries: [] },
    ],
    footer: [
      { label: 'Accessibility', href: `${website}/accessibility` },
      { label: 'Careers', href: `${website}/careers` },
    ],
  },
  partner: {
    name: 'Harborlight Counseling',
    website: 'https://www.harborlight-counseling.example',
  },
}
