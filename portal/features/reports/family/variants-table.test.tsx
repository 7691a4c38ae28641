import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { VariantAcrossPeople } from '#domain/results/compare/across-people.ts'
import { accessible, show, showField } from '#ui/testing/show-field.tsx'
import { VariantsTable } from './VariantsTable.tsx'

const PEOPLE = [
  { key: 'a', name: 'Ida Lind' },
  { key: 'b', name: 'Mai Lind' },
  { key: 'c', name: 'Jon Lind' },
]

test('says in whom a variant was found, not found, and of whom nothing is known', async () => {
  show(
    <VariantsTable
      people={PEOPLE}
      variants={[
        {
          name: 'MYH7 c.1208G>A',
          people: {
            a: { kind: 'found', state: 'Heterozygous', classes: ['Pathogenic'] },
            b: { kind: 'not-found' },
            c: { kind: 'not-reported' },
          },
        },
      ]}
    />,
  )
  const row = page.getByRole('table', { name: 'Variants in the family' }).getByRole('row').nth(1)
  const cells = row.getByRole('cell')
  await expect.element(cells.nth(0)).toHaveTextContent('Ida Lind: Found, Heterozygous, Pathogenic')
  await expect.element(cells.nth(1)).toHaveTextContent('Mai Lind: Not found')
  await expect.element(cells.nth(2)).toHaveTextContent('Jon Lind: Not in the report')
  // With room, the heads of the columns say whose it is.
  await expect.element(page.getByText('Ida Lind:').first()).not.toBeVisible()
  await expect.element(page.getByText(/does not say that the variant is absent/)).toBeVisible()
  await accessible()
})

test('where there is little room, each answer is a line with the person’s name', async () => {
  show(
    <div style={{ width: 350 }}>
      <VariantsTable
        people={PEOPLE}
        variants={[{ name: 'MYH7 c.1208G>A', people: { a: { kind: 'no-data' }, b: { kind: 'not-found' } } }]}
      />
    </div>,
  )
  await expect.element(page.getByText('Mai Lind:').first()).toBeVisible()
  await accessible()
})

test('variants of the same name have a row each, which goes when their report does', async () => {
  const sameName: VariantAcrossPeople[] = [
    { name: 'CYP2C19 *2', people: { a: { kind: 'not-found' } } },
    { name: 'CYP2C19 *2', people: { b: { kind: 'not-found' } } },
  ]
  const other: VariantAcrossPeople = { name: 'CYP2D6 *4', people: {} }
  let receive: (variants: VariantAcrossPeople[]) => void = () => {}
  showField([...sameName, other], (variants, onChange) => {
    receive = onChange
    return <VariantsTable people={PEOPLE.slice(0, 2)} variants={variants} />
  })
  const names = () =>
    page
      .getByRole('rowheader')
      .elements()
      .map(({ textContent }) => textContent)
  await expect.poll(names).toEqual(['CYP2C19 *2', 'CYP2C19 *2', 'CYP2D6 *4'])
  receive([other])
  await expect.poll(names).toEqual(['CYP2D6 *4'])
})
