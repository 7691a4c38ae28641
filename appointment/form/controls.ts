import { nameCharacters } from '#domain/counseling/appointment.ts'
import { FIRST_COUNTRY } from './countries.ts'
import { countryFromPrefix } from './phone.ts'
import { CONTROLS, type Control, type Typed } from './typed.ts'

// What is typed lives in the page's own elements: it is there before the script is, and stays when the script comes.

type Element = HTMLInputElement | HTMLSelectElement

export function control(form: HTMLFormElement, name: Control): Element | null {
  const element = form.elements.namedItem(name)
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element : null
}

export function isControl(name: string): name is Control {
  return (CONTROLS as readonly string[]).includes(name)
}

function currentValueOf(element: Element | null): string {
  if (element instanceof HTMLInputElement && element.type === 'checkbox') return element.checked ? 'on' : ''
  return element?.value ?? ''
}

export function readControls(form: HTMLFormElement): Typed {
  return Object.fromEntries(CONTROLS.map((name) => [name, currentValueOf(control(form, name))])) as Typed
}

/** What the elements hold in which nothing was typed yet, on the page of those who speak `preferredLanguage`. */
export function initialValues(preferredLanguage: string): Typed {
  return {
    ...(Object.fromEntries(CONTROLS.map((name) => [name, ''])) as Typed),
    phoneCountry: FIRST_COUNTRY.country,
    preferredLanguage,
  }
}

/** Whether anything was typed since they were `empty`. */
export function hasBegun(typed: Typed, empty: Typed): boolean {
  return CONTROLS.some((name) => typed[name] !== empty[name])
}

/** What is kept of it: a language that the page chose is not kept, the next page chooses its own. */
export function chosenOf(typed: Typed, empty: Typed): Typed {
  return typed.preferredLanguage === empty.preferredLanguage ? { ...typed, preferredLanguage: '' } : typed
}

/** Puts back what was kept; what was typed since the page came stays. */
export function fillControls(form: HTMLFormElement, saved: Typed, empty: Typed): void {
  for (const name of CONTROLS) {
    const element = control(form, name)
    if (element === null || saved[name] === '' || currentValueOf(element) !== empty[name]) continue
    if (element instanceof HTMLInputElement && element.type === 'checkbox') element.checked = true
    else element.value = saved[name]
  }
}

const NAMES: readonly string[] = ['firstName', 'lastName', 'guardianFirstName', 'guardianLastName']

/** Drops what a name does not have, silently and under the cursor (specification §5, GC-07). */
export function dropFromName(element: Element): void {
  if (!(element instanceof HTMLInputElement) || !NAMES.includes(element.name)) return
  const fits = nameCharacters(element.value)
  if (fits === element.value) return
  const before = nameCharacters(element.value.slice(0, element.selectionStart ?? element.value.length))
  element.value = fits
  element.setSelectionRange(before.length, before.length)
}

/** A number typed with a plus says its country itself. */
export function followCountry(form: HTMLFormElement, element: Element): void {
  const select = control(form, 'phoneCountry')
  if (element.name !== 'phone' || select === null) return
  const country = countryFromPrefix(element.value, select.value)
  if (country !== null) select.value = country
}
