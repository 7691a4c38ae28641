/** How long a queue may become. */
export interface QueueBounds {
  /** Of all together. */
  most: number
  /** Of one who asks. */
  mostOfOne: number
}

/** A queue in which everybody who asks has their turn: the next is of another one, as long as another one waits. */
export function fairQueue<Item>({ most, mostOfOne }: QueueBounds) {
  /** By who asks, whose turn is next first. */
  const waiting = new Map<string, Item[]>()
  let length = 0

  return {
    /** False where it is full, for all or for this one. */
    add(who: string, item: Item): boolean {
      const own = waiting.get(who) ?? []
      if (length >= most || own.length >= mostOfOne) return false
      own.push(item)
      length += 1
      waiting.set(who, own)
      return true
    },

    next(): Item | undefined {
      const [first] = waiting
      if (!first) return undefined
      const [who, own] = first
      const item = own.shift()
      length -= 1
      waiting.delete(who)
      if (own.length > 0) waiting.set(who, own)
      return item
    },

    remove(who: string, item: Item): void {
      const own = waiting.get(who) ?? []
      const at = own.indexOf(item)
      if (at < 0) return
      own.splice(at, 1)
      length -= 1
      if (own.length === 0) waiting.delete(who)
    },

    length: () => length,
  }
}
