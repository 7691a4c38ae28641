/** What to find: an element's role and accessible name, a text, or a CSS selector. */
export interface Target {
  role?:
    | 'button'
    | 'link'
    | 'textbox'
    | 'select'
    | 'radio'
    | 'checkbox'
    | 'option'
    | 'heading'
    | 'dialog'
    | 'file'
  /** The full name, or with `part` a substring of it. */
  name?: string
  part?: boolean
  css?: string
  /** Only within the region, group, radio group or dialog whose name begins with this. */
  within?: string
}

/**
 * Finds an element as a user does, in any browser. Runs in the page, so it refers to nothing outside of
 * itself. Returns the first match; hidden elements are skipped, except file inputs, which always are.
 */
export function find(target: Target): HTMLElement | null {
  const ROLES: Record<string, string> = {
    button: 'button, [role=button], [role=tab], [role=menuitem], summary, input[type=submit]',
    link: 'a[href]',
    textbox: 'input:not([type=radio]):not([type=checkbox]):not([type=file]):not([type=hidden]), textarea',
    select: 'select',
    radio: 'input[type=radio]',
    checkbox: 'input[type=checkbox], [role=checkbox]',
    option: '[role=option]',
    heading: 'h1, h2, h3',
    dialog: '[role=dialog], dialog[open]',
    file: 'input[type=file]',
  }
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const byIds = (ids: string | null) =>
    tidy(
      (ids ?? '')
        .split(/\s+/)
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' '),
    )
  const nameOf = (element: Element): string[] => {
    const field = element as HTMLInputElement
    const labels = [...(field.labels ?? [])].map((label) => tidy(label.textContent).replace(/ ?\*$/, ''))
    return [
      tidy(element.getAttribute('aria-label')),
      byIds(element.getAttribute('aria-labelledby')),
      ...labels,
      tidy(element.textContent),
    ].filter((name) => name !== '')
  }
  const isVisible = (element: Element) =>
    element.matches('input[type=file], input[type=radio], input[type=checkbox]') || element.checkVisibility()
  const fits = (name: string) =>
    target.name === undefined || (target.part ? name.includes(target.name) : name === target.name)
  const groupSelector =
    'section, fieldset, form, [role=region], [role=group], [role=radiogroup], [role=dialog], dialog'
  const legend = (element: Element) =>
    tidy(element.querySelector(':scope > legend, :scope > h2')?.textContent)
  const within = target.within
  const roots =
    within === undefined
      ? [document]
      : [...document.querySelectorAll(groupSelector)].filter((group) =>
          [
            tidy(group.getAttribute('aria-label')),
            byIds(group.getAttribute('aria-labelledby')),
            legend(group),
          ].some((name) => name.startsWith(within)),
        )
  for (const root of roots)
    for (const element of root.querySelectorAll<HTMLElement>(target.css ?? ROLES[target.role ?? ''] ?? '*'))
      if (isVisible(element) && (target.name === undefined || nameOf(element).some(fits))) return element
  return null
}
