interface Fiber {
  key: string | null
  type: unknown
  child: Fiber | null
  sibling: Fiber | null
  stateNode: unknown
}

/**
 * The keys that React has twice among the children of one parent, each after its parent’s name. Of these React loses one
 * when the list changes, which then stays on the page for good; its production build does not warn of them. `root` is the
 * element that React renders into; another one, as the catalog's, has none. Reads React’s own tree, and may run in a page: it uses nothing from outside.
 */
export function repeatedKeys(root: Element): string[] {
  const property = Object.keys(root).find((name) => name.startsWith('__reactContainer$'))
  if (property === undefined) return []
  const container = (root as unknown as Record<string, Fiber>)[property] as Fiber
  const repeated: string[] = []
  const parents = [(container.stateNode as { current: Fiber }).current]
  for (let parent = parents.pop(); parent; parent = parents.pop()) {
    const keys = new Set<string>()
    for (let child = parent.child; child; child = child.sibling) {
      parents.push(child)
      if (child.key !== null && keys.has(child.key)) {
        const { type } = parent
        const name = typeof type === 'function' ? type.name : typeof type === 'string' ? type : ''
        repeated.push(`${name} ${child.key}`)
      }
      if (child.key !== null) keys.add(child.key)
    }
  }
  return repeated
}
