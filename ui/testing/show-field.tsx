/// <reference types="vite/client" />
import '@mantine/core/styles.layer.css'
import '@mantine/dates/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import { MantineProvider } from '@mantine/core'
import axe from 'axe-core'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { keepFocusAfterDialogs } from '../focus-after-dialogs.ts'
import { keepPresses } from '../keep-presses.ts'
import { cssVariables, theme } from '../theme.ts'
import { repeatedKeys } from './repeated-keys.ts'

keepPresses(document, (address) => {
  throw new Error(`There is no other page here: ${address}`)
})
keepFocusAfterDialogs(document)

const removals: (() => string[])[] = []

/**
 * Renders a component until the test ends, as on a page: with the theme, and with press and focus handling.
 */
export function show(component: ReactNode): void {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const content = (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
      {component}
    </MantineProvider>
  )
  flushSync(() => root.render(content))
  removals.push(() => {
    const repeated = repeatedKeys(container)
    root.unmount()
    container.remove()
    return repeated
  })
  onTestFinished(hide)
}

/** Removes everything shown, as when its page is left; throws if a list had a key twice. */
export function hide(): void {
  const repeated = removals.splice(0).flatMap((remove) => remove())
  if (repeated.length > 0) throw new Error(`Keys that a list has twice: ${repeated.join(', ')}`)
}

/** Renders a field with an initial value; returns its current value. */
export function showField<T>(
  first: T,
  fieldOf: (value: T, onChange: (value: T) => void) => ReactNode,
): () => T {
  let now = first
  function StatefulField() {
    const [value, setValue] = useState(first)
    now = value
    return fieldOf(value, setValue)
  }
  show(
    <>
      <StatefulField />
      <button type="button">After the field</button>
    </>,
  )
  return () => now
}

/** Moves the focus away by pressing another element. */
export const leaveField = () => page.getByRole('button', { name: 'After the field' }).click()

/** Sets a phone's window size until the test ends. */
export async function onPhone(): Promise<void> {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 800))
}

/** The options of an opened select. */
export async function offered(field: Locator): Promise<string[]> {
  await field.click()
  const options = page.getByRole('option')
  await expect.element(options.first()).toBeVisible()
  return options.elements().map((option) => option.textContent)
}

async function faults(): Promise<string[]> {
  // Not the whole document: a component has no landmarks or title of its own.
  const { violations } = await axe.run(document.body, {
    resultTypes: ['violations'],
    preload: false,
    rules: { region: { enabled: false } },
  })
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
}

/**
 * Expects no accessibility violation in what is shown, including dialogs and open lists (WCAG 2.2 A and AA,
 * and best practices).
 */
export async function accessible(): Promise<void> {
  await expect.poll(faults).toEqual([])
}
