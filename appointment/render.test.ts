import { parse } from 'parse5'
import { describe, expect, test } from 'vitest'
import { LONGEST, PREFERRED_LANGUAGES } from '#domain/counseling/appointment.ts'
import { FORM_LANGUAGE_TAGS } from '#domain/counseling/form-languages.ts'
import { brand, partner, privacyNotice } from '#server/testing/brand.ts'
import { DATA_ID } from './data.ts'
import { renderAppointment } from './render.tsx'

const origin = 'https://forms.example'
const rendered = (language: string) =>
  renderAppointment({
    ...{ language, brand, partner, privacyNotice, icon: '/appointment/icon.svg' },
    origins: { portal: origin, catalogue: origin, appointment: origin },
  })

interface Node {
  tagName?: string
  attrs?: { name: string; value: string }[]
  childNodes?: Node[]
  value?: string
}
function all(node: Node): Node[] {
  return [node, ...(node.childNodes ?? []).flatMap(all)]
}
const attribute = (node: Node | undefined, name: string) =>
  node?.attrs?.find((one) => one.name === name)?.value
const elements = (html: string) => all(parse(html) as Node).filter((node) => node.tagName !== undefined)
const named = (html: string, name: string) => elements(html).find((node) => attribute(node, 'name') === name)
const textOf = (node: Node): string => (node.value ?? '') + (node.childNodes ?? []).map(textOf).join('')

describe.each(FORM_LANGUAGE_TAGS)('the page in %s, before any script has run', (language) => {
  const page = rendered(language)

  test('says its language and is found by it', () => {
    expect([page.status, page.language, page.direction]).toEqual([
      200,
      language,
      language === 'ar' ? 'rtl' : 'ltr',
    ])
    const alternates = elements(page.head).filter((node) => attribute(node, 'rel') === 'alternate')
    expect(alternates.map((node) => attribute(node, 'hreflang'))).toEqual([
      'x-default',
      ...FORM_LANGUAGE_TAGS,
    ])
    expect(
      alternates.every((node) => attribute(node, 'href')?.startsWith(`${origin}/gc-appointment-form`)),
    ).toBe(true)
  })

  test('keeps to the policy of public sites, and leaves no name out', () => {
    const nodes = elements(page.body)
    expect(
      nodes.filter((node) => node.tagName === 'style' || attribute(node, 'style') !== undefined),
    ).toEqual([])
    const scripts = nodes.filter((node) => node.tagName === 'script')
    expect(scripts.map((node) => attribute(node, 'type'))).toEqual(['application/json'])
    const visible = nodes.filter((node) => node.tagName !== 'script')
    expect(
      visible
        .flatMap((node) => textOf({ childNodes: node.childNodes?.filter((one) => one.value) ?? [] }))
        .join(),
    ).not.toMatch(/[{}]/)
  })

  test('every element has a label or a name, and no id is used twice', () => {
    const nodes = elements(page.body)
    const ids = nodes.flatMap((node) => attribute(node, 'id') ?? [])
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    const labelled = nodes.flatMap((node) => (node.tagName === 'label' ? (attribute(node, 'for') ?? []) : []))
    const controls = nodes.filter((node) => node.tagName === 'input' || node.tagName === 'select')
    for (const control of controls)
      expect(
        labelled.includes(attribute(control, 'id') ?? '') || attribute(control, 'aria-label'),
      ).toBeTruthy()
    for (const reference of ['for', 'aria-labelledby', 'aria-describedby'])
      for (const node of nodes)
        for (const id of attribute(node, reference)?.split(' ') ?? []) expect(ids).toContain(id)
  })

  test('a field takes no more than it may', () => {
    for (const field of [
      'firstName',
      'lastName',
      'labNumber',
      'guardianFirstName',
      'guardianLastName',
    ] as const)
      expect(attribute(named(page.body, field), 'maxlength')).toBe(String(LONGEST[field]))
    for (const field of ['insurancePolicyName', 'insuranceId', 'insuranceGroup'] as const)
      expect(attribute(named(page.body, field), 'maxlength')).toBe(String(LONGEST[field]))
  })
})

test('[GC-13] the preferred languages, English first and chosen', () => {
  const select = named(rendered('en').body, 'preferredLanguage')
  const options = all(select ?? {}).filter((node) => node.tagName === 'option')
  expect(options.map(textOf)).toEqual([
    'English',
    'Spanish',
    'Mandarin',
    'Cantonese',
    'Arabic',
    'American Sign Language',
    'Vietnamese',
    'Russian',
    'Haitian Creole',
    'Korean',
  ])
  expect(options.map((node) => attribute(node, 'value'))).toEqual([...PREFERRED_LANGUAGES])
})

test.each([
  ['en', 'English'],
  ['es', 'Spanish'],
  ['zh-Hans', 'Mandarin'],
  ['zh-Hant', ''],
  ['ar', 'Arabic'],
  ['vi', 'Vietnamese'],
  ['ru', 'Russian'],
  ['ht', 'Haitian Creole'],
  ['ko', 'Korean'],
])('[UX-20] the page in %s has chosen %j as the preferred language', (language, preferredLanguage) => {
  const select = named(rendered(language).body, 'preferredLanguage')
  const chosen = all(select ?? {}).filter((node) => attribute(node, 'selected') !== undefined)
  expect(chosen.map((node) => attribute(node, 'value'))).toEqual([preferredLanguage])
})

test('a language that the form does not have is English', () => {
  expect(rendered('eo').language).toBe('en')
})

test('what the page gives its script cannot end the element it stands in', () => {
  const data = elements(rendered('en').body).find((node) => attribute(node, 'id') === DATA_ID)
  expect(JSON.parse(data ? textOf(data) : '')).toMatchObject({
    language: 'en',
    date: ['month', 'day', 'year'],
  })
  expect(data && textOf(data)).not.toContain('<')
})
