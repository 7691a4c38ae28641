/// <reference types="vite/client" />
import '@mantine/core/styles.layer.css'
import '@mantine/dates/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import { MantineProvider } from '@mantine/core'
import axe from 'axe-core'
import { type ReactNode, useState } from 'react'
import { expect, onTestFinished } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { keepFocusAfterDialogs } from '../focus-after-dialogs.ts'
import { keepPresses } from '../keep-presses.ts'
import { cssVariables, theme } from '../theme.ts'

keepPresses(document, (address) => {
  throw new Error(`There is no other page here: ${address}`)
})
keepFocusAfterDialogs(document)

/**
 * Shows a component until the test is over, as a page does: in the theme, and on a page that keeps presses and the focus
 * after dialogs.
 */
export async function show(component: ReactNode): Promise<void> {
  await render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
      {component}
    </MantineProvider>,
  )
  // By itself it is done for the first file only, as all of them are read into one page.
  onTestFinished(cleanup)
}

/** Shows a field with the value that it has at first, which it changes; gives what the value is now. */
export async function showField<T>(
  first: T,
  fieldOf: (value: T, onChange: (value: T) => void) => ReactNode,
): Promise<() => T> {
  let now = first
  function StatefulField() {
    const [value, setValue] = useState(first)
    now = value
    return fieldOf(value, setValue)
  }
  await show(
    <>
      <StatefulField />
      <button type="button">After the field</button>
    </>,
  )
  return () => now
}

/** Leaves a field by a press on something else. */
export const leaveField = () => page.getByRole('button', { name: 'After the field' }).click()

/** The window of a phone, until the test is over. */
export async function onPhone(): Promise<void> {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 800))
}

/** What a select offers when it is opened. */
export async function offered(field: Locator): Promise<string[]> {
  await field.click()
  const options = page.getByRole('option')
  await expect.element(options.first()).toBeVisible()
  return options.elements().map((option) => option.textContent)
}

async function faults(): Promise<string[]> {
  // Not the whole document: a component has neither landmarks nor a title of its own.
  const { violations } = await axe.run(document.body, {
    resultTypes: ['violations'],
    preload: false,
    rules: { region: { enabled: false } },
  })
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
}

/** No accessibility fault in what is shown, dialogs and open lists included (WCAG 2.2 A and AA, and good practice). */
export async function accessible(): Promise<void> {
  await expect.poll(faults).toEqual([])
}
