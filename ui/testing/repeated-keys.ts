interface Fiber {
  key: string | null
  type: unknown
  child: Fiber | null
  sibling: Fiber | null
  stateNode: unknown
}

/**
 * The keys that one parent has twice among its children, each after the parent's name. When such a list changes, React may
 * leave one of the two on the page for good, and its production build does not warn. `root` is the element that React renders
 * into; any other, such as the catalog's, has no keys. Runs in a page as well, so it uses nothing of this module but types.
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
