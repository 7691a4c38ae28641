const RELEASES = ['pointerup', 'pointercancel', 'keydown'] as const

let pressed = false
let waiting: (() => void)[] = []

function press() {
  pressed = true
}

function release() {
  pressed = false
  const now = waiting
  waiting = []
  // The click of the press comes first.
  setTimeout(() => {
    for (const then of now) then()
  })
}

/** A native list swallows the release; a text field fires `change` when a press moves the focus away. */
function chosen({ target }: Event) {
  if (target instanceof HTMLSelectElement) release()
}

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', press, true)
  for (const event of RELEASES) document.addEventListener(event, release, true)
  document.addEventListener('change', chosen, true)
}

/**
 * Runs the function immediately, or after the current press. For messages shown on blur: an error that
 * appears between press and release would move the button away from under the pointer, and the click would be
 * lost.
 */
export function afterPress(then: () => void): void {
  if (pressed) waiting.push(then)
  else then()
}
