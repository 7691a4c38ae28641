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

/** A list that the browser shows itself swallows the release; a text field says what changed when it is left by a press. */
function chosen({ target }: Event) {
  if (target instanceof HTMLSelectElement) release()
}

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', press, true)
  for (const event of RELEASES) document.addEventListener(event, release, true)
  document.addEventListener('change', chosen, true)
}

/**
 * Does something at once, or after the press that is going on. For what a field shows once it is left: an error that
 * appears between pressing and releasing moves the button away under the pointer, and the click is lost.
 */
export function afterPress(then: () => void): void {
  if (pressed) waiting.push(then)
  else then()
}
