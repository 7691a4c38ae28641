import { searchPath, testPath } from '#domain/catalogue/paths.ts'

interface Suggestion {
  kind: 'test' | 'gene' | 'diagnosis'
  code: string
  text: string
}

/** Somebody who types on is not asked for. */
const TYPED_MS = 120

/** Suggestions below the search fields: a combobox with a list, by the ARIA Authoring Practices. */
export function startSuggestions(within: ParentNode = document): void {
  for (const field of within.querySelectorAll<HTMLElement>('[data-find]')) {
    const input = field.querySelector('input')
    if (input) suggestFor(field, input)
  }
}

function suggestFor(field: HTMLElement, input: HTMLInputElement): void {
  const list = document.createElement('div')
  list.id = `${input.id}-suggestions`
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', 'Suggestions')
  list.hidden = true
  field.append(list)
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
  }))
    input.setAttribute(name, value)
  input.setAttribute('aria-expanded', 'false')

  let found: Suggestion[] = []
  let chosen = -1
  let pendingRequest: AbortController | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined

  const open = (isOpen: boolean) => {
    list.hidden = !isOpen
    input.setAttribute('aria-expanded', String(isOpen))
    if (!isOpen) choose(-1)
  }
  const choose = (at: number) => {
    chosen = at
    for (const [nth, option] of [...list.children].entries())
      option.setAttribute('aria-selected', String(nth === at))
    const option = list.children[at]
    if (option) {
      input.setAttribute('aria-activedescendant', option.id)
      option.scrollIntoView({ block: 'nearest' })
    } else input.removeAttribute('aria-activedescendant')
  }
  const ask = async () => {
    pendingRequest?.abort()
    pendingRequest = new AbortController()
    const { signal } = pendingRequest
    const words = input.value.trim()
    try {
      const reply =
        words.length < 2
          ? null
          : await fetch(`/api/tests/suggestions?${new URLSearchParams({ q: words })}`, { signal })
      found = reply?.ok ? offered((await reply.json()) as Suggestion[], input) : []
    } catch {
      // Typed on, or offline: the form can be sent all the same.
      if (signal.aborted) return
      found = []
    }
    list.replaceChildren(...found.map((one, at) => optionOf(one, `${list.id}-${at}`)))
    choose(-1)
    open(found.length > 0 && document.activeElement === input)
  }

  input.addEventListener('input', () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => void ask(), TYPED_MS)
  })
  input.addEventListener('blur', () => open(false))
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      // One beyond either end is the field itself.
      const stops = found.length + 1
      if (list.hidden) open(true)
      choose(((chosen + 1 + step + stops) % stops) - 1)
    } else if (event.key === 'Escape' && !list.hidden) {
      event.preventDefault()
      open(false)
    } else if (event.key === 'Enter') {
      const one = found[chosen]
      if (!one) return
      event.preventDefault()
      go(one, input)
    }
  })
  // What was typed before this script had come.
  if (input.value !== input.defaultValue && document.activeElement === input) void ask()
  // Before the field loses the focus, and with it the list its options.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', ({ target }) => {
    const option = target instanceof Element ? target.closest('[role=option]') : null
    const one = found[option ? [...list.children].indexOf(option) : -1]
    if (one) go(one, input)
  })
}

const addsToComparison = (input: HTMLInputElement) => input.name === 'add'

/** Into a comparison come tests, and those that do not stand in it. */
function offered(all: Suggestion[], input: HTMLInputElement): Suggestion[] {
  if (!input.form || !addsToComparison(input)) return all
  const compared = new FormData(input.form).getAll('test')
  return all.filter(({ kind, code }) => kind === 'test' && !compared.includes(code))
}

function go({ kind, code }: Suggestion, input: HTMLInputElement): void {
  if (addsToComparison(input)) {
    input.value = code
    input.form?.requestSubmit()
  } else location.assign(kind === 'test' ? testPath(code) : searchPath(code))
}

function optionOf({ code, text }: Suggestion, id: string): HTMLElement {
  const option = document.createElement('div')
  option.id = id
  option.setAttribute('role', 'option')
  option.setAttribute('aria-selected', 'false')
  for (const words of [code, text]) {
    const part = document.createElement('span')
    part.textContent = words
    option.append(part)
  }
  return option
}
