/** How long a queue may become. */
export interface QueueBounds {
  /** In total. */
  most: number
  /** For one client. */
  mostOfOne: number
}

/**
 * A queue that serves its clients in turn: the next item belongs to a different client as long as another one
 * is waiting.
 */
export function fairQueue<Item>({ most, mostOfOne }: QueueBounds) {
  /** By client, in the order of their turns. */
  const waiting = new Map<string, Item[]>()
  let length = 0

  return {
    /** Returns false if the queue is full, in total or for this client. */
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
