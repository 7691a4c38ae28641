import { writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { type Driver, KEYS } from './driver.ts'
import { find, type Target } from './in-page.ts'
import { WITHIN_MS } from './process.ts'

const TAKES_CLICKS =
  'a, button, input, label, summary, [role=button], [role=option], [role=radio], [role=checkbox], [role=tab], [role=menuitem]'

const found = (target: Target) => `(${find})(${JSON.stringify(target)})`

/** A browser tab used like a person does: clicks at the visible position, typing key by key. */
export class Tab {
  readonly driver: Driver
  private readonly origin: string

  constructor(driver: Driver, origin: string) {
    this.driver = driver
    this.origin = origin
  }

  async goto(path: string): Promise<void> {
    await this.driver.goto(this.origin + path)
  }

  /** Waits for a JavaScript expression to be true; fails after a minute with `what`. */
  async until(what: string, expression: string): Promise<void> {
    const deadline = Date.now() + WITHIN_MS
    let failure = ''
    for (;;) {
      try {
        if (await this.driver.evaluate<boolean>(`!!(${expression})`)) return
        failure = ''
      } catch (error) {
        // A page that navigates away aborts the running script.
        failure = String(error)
      }
      if (Date.now() > deadline)
        throw new Error(`Waited a minute for ${what}. ${failure}\n${await this.seen()}`)
      await delay(100)
    }
  }

  see(target: Target): Promise<void> {
    return this.until(`${JSON.stringify(target)}`, found(target))
  }

  gone(target: Target): Promise<void> {
    return this.until(`${JSON.stringify(target)} to go`, `${found(target)} === null`)
  }

  reads(text: string): Promise<void> {
    return this.until(`the text “${text}”`, `document.body.innerText.includes(${JSON.stringify(text)})`)
  }

  address(pattern: RegExp): Promise<void> {
    return this.until(`the address ${pattern}`, `${pattern}.test(location.href)`)
  }

  /**
   * Scrolls to the element, and clicks its center once it no longer moves. On a busy machine it may only seem to
   * stand still: like a person who hit nothing, presses again.
   */
  async press(target: Target): Promise<void> {
    for (let tries = 0; tries < 5; tries++) if (await this.hitsSomething(target)) return
    throw new Error(`It moved away under the pointer five times: ${JSON.stringify(target)}`)
  }

  /** Whether the pointer came down on the element, or on another that takes clicks. */
  private async hitsSomething(target: Target): Promise<boolean> {
    await this.see(target)
    // Firefox drops a click before it has painted the page.
    await this.until(
      'the page to be painted',
      `performance.getEntriesByName('first-contentful-paint').length > 0`,
    )
    const point = await this.driver
      .evaluate<{ x: number; y: number }>(`(async () => {
      const of = () => {
        const element = ${found(target)}
        const seen = element?.labels?.[0] && /radio|checkbox/.test(element.type) && element.getBoundingClientRect().width < 2 ? element.labels[0] : element
        return seen
      }
      const scroll = () => of()?.scrollIntoView({ block: 'center', behavior: 'instant' })
      scroll()
      let before = ''
      for (let tries = 0; tries < 100; tries++) {
        const { left, top, width, height } = of()?.getBoundingClientRect() ?? new DOMRect()
        const now = [left, top, width, height].join(' ')
        const x = left + width / 2
        const y = top + height / 2
        // What grew above it has moved it out of sight.
        if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) scroll()
        else if (now === before) {
          window.pointerHit = false
          const note = ({ target }) => (window.pointerHit = of()?.contains(target) || target.closest(${JSON.stringify(TAKES_CLICKS)}) !== null)
          document.addEventListener('pointerdown', note, { capture: true, once: true })
          return { x, y }
        }
        before = now
        await new Promise((done) => setTimeout(done, 50))
      }
      throw new Error('It does not come to rest within sight')
    })()`)
      // Nor does it on a page that is too busy to answer.
      .catch(() => null)
    if (!point) return false
    await this.driver.press(point.x, point.y)
    // A page that was left by it knows nothing of it.
    return await this.driver.evaluate<boolean>('window.pointerHit !== false').catch(() => true)
  }

  /** Clicks the field and types. */
  async fill(target: Target, text: string): Promise<void> {
    const field: Target = { role: 'textbox', ...target }
    // If the page above has just grown, clicks again, as a person would.
    for (let tries = 0; tries < 5; tries++) {
      await this.press(field)
      if (await this.driver.evaluate<boolean>(`document.activeElement === ${found(field)}`)) break
    }
    await this.type(text)
  }

  type(text: string): Promise<void> {
    return this.driver.type([...text])
  }

  async keys(...names: (keyof typeof KEYS)[]): Promise<void> {
    await this.driver.type(names.map((name) => KEYS[name]))
  }

  /** Chooses in a native select by keyboard, by the option's first letters. */
  async select(target: Target, option: string): Promise<void> {
    const select: Target = { role: 'select', ...target }
    await this.see(select)
    await this.driver.evaluate(`${found(select)}.focus()`)
    await this.type(option)
    await this.until(
      `${JSON.stringify(target)} to be ${option}`,
      `${found(select)}.selectedOptions[0]?.text.toLowerCase().startsWith(${JSON.stringify(option.toLowerCase())})`,
    )
  }

  /** Chooses in one of our list boxes: opens it, clicks the option. */
  async choose(target: Target, option: string): Promise<void> {
    const field: Target = { role: 'textbox', ...target }
    await this.press(field)
    await this.press({ role: 'option', name: option })
    await this.until(
      `${JSON.stringify(target)} to be ${option}`,
      `${found(field)}.value === ${JSON.stringify(option)}`,
    )
  }

  /** Types into one of our search fields, and chooses the result that contains `text`. */
  async search(target: Target, text: string): Promise<void> {
    const field: Target = { role: 'textbox', ...target }
    const words = JSON.stringify(text)
    await this.fill(target, text)
    // Those of fewer letters would make way under the pointer.
    const options = `[...document.querySelectorAll('[role=option]')].filter((one) => one.checkVisibility())`
    await this.until(
      `the options to be those of ${words}`,
      `${options}.length > 0 && ${options}.every((one) => one.textContent.includes(${words}))`,
    )
    await this.press({ role: 'option', name: text, part: true })
    // A field that asks for another one now has another name.
    await this.until(`${words} to be chosen`, `(${found(field)}?.value ?? '') === ''`)
  }

  async files(target: Target, ...paths: string[]): Promise<void> {
    await this.see({ role: 'file', ...target })
    await this.driver.setFiles(found({ role: 'file', ...target }), paths)
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.see({ role: 'textbox', name: 'Email' })
    // By keyboard alone: the field has the focus, or Tab moves it there.
    await this.driver.evaluate(`${found({ role: 'textbox', name: 'Email' })}.focus()`)
    await this.type(email)
    await this.keys('Tab')
    await this.until('the password to have the focus', `document.activeElement?.type === 'password'`)
    await this.type(password)
    await this.keys('Enter')
  }

  /** The page's text, to diagnose a failed test. */
  async seen(): Promise<string> {
    const text = await this.driver
      .evaluate<string>('location.href + "\\n" + document.body.innerText.slice(0, 3000)')
      .catch(String)
    const file = `.cache/e2e/browsers-${this.driver.version.replace(/\W+/g, '-')}.png`
    const picture = await this.driver.screenshot().catch(() => null)
    if (picture) await writeFile(file, picture, 'base64').catch(() => undefined)
    return `${text}\n(${file})`
  }
}
