/**
 * Exact marginals of a product of factors by a clique tree: variables are eliminated in the order of least
 * fill-in, messages go up and down once (Lauritzen and Spiegelhalter 1988). Knows nothing of families.
 */

/** A non-negative function of some variables. The last variable’s value varies fastest. */
export interface Factor {
  variables: readonly number[]
  values: Float64Array
}

export interface Marginals {
  /** For each variable the weight of each of its values; they sum to `total`. */
  of: readonly Float64Array[]
  /** The sum over all combinations; 0 if no combination is possible. */
  total: number
}

/** Thrown if a clique would have more cells than allowed: the loops are too many for this machine. */
export class TooManyLoops extends Error {
  override name = 'TooManyLoops'
}

interface Clique {
  /** The eliminated variable comes first. */
  variables: number[]
  product: Float64Array
  parent: number | null
  /** What it sent to its parent. */
  up: Factor | null
}

/** A family with a large clique has few of them; one with many is as much work as a larger clique. */
const MOST_LARGE_CLIQUES = 4

/** @param sizes how many values each variable has @param mostCells of one clique; all together have four times as many */
export function marginals(
  sizes: readonly number[],
  factors: readonly Factor[],
  mostCells: number,
): Marginals {
  const cliques = eliminate(sizes, factors, mostCells)
  const order = [...cliques.keys()]
  let total = 1
  for (const variable of order) {
    const clique = cliques.get(variable)
    if (!clique) continue
    const separator = clique.variables.slice(1)
    const up = { variables: separator, values: new Float64Array(cellsOf(separator, sizes)) }
    addInto(up, clique, sizes)
    clique.up = up
    const parent = clique.parent === null ? undefined : cliques.get(clique.parent)
    if (parent) multiplyInto(parent, up, sizes)
    // The last one of each connected part has the part’s sum.
    else total *= up.values[0] ?? 0
  }
  if (!(total > 0)) return { of: sizes.map((size) => new Float64Array(size)), total: 0 }
  for (const variable of order.toReversed()) {
    const clique = cliques.get(variable)
    const parent = clique?.parent == null ? undefined : cliques.get(clique.parent)
    if (!clique?.up || !parent) continue
    const down = { variables: clique.up.variables, values: new Float64Array(clique.up.values.length) }
    addInto(down, parent, sizes)
    down.values.forEach((value, cell) => {
      const sent = clique.up?.values[cell] ?? 0
      down.values[cell] = sent === 0 ? 0 : value / sent
    })
    multiplyInto(clique, down, sizes)
  }
  const of = sizes.map((size, variable) => {
    const marginal = { variables: [variable], values: new Float64Array(size) }
    const clique = cliques.get(variable)
    if (clique) addInto(marginal, clique, sizes)
    const sum = marginal.values.reduce((a, b) => a + b, 0)
    return marginal.values.map((value) => (value / sum) * total)
  })
  return { of, total }
}

/** A clique for each variable, in the order of elimination, with the factors that belong to it. */
function eliminate(sizes: readonly number[], factors: readonly Factor[], mostCells: number) {
  const neighbors = sizes.map(() => new Set<number>())
  for (const { variables } of factors)
    for (const one of variables) for (const other of variables) if (one !== other) neighbors[one]?.add(other)
  const left = new Set(sizes.keys())
  const cliques = new Map<number, Clique>()
  let together = 0
  while (left.size > 0) {
    const next = leastFill(left, neighbors)
    const around = [...(neighbors[next] ?? [])]
    const variables = [next, ...around]
    const cells = cellsOf(variables, sizes)
    together += cells
    if (cells > mostCells || together > MOST_LARGE_CLIQUES * mostCells)
      throw new TooManyLoops(`A clique of ${cells} cells, ${together} with those before`)
    for (const one of around) {
      neighbors[one]?.delete(next)
      for (const other of around) if (one !== other) neighbors[one]?.add(other)
    }
    left.delete(next)
    cliques.set(next, { variables, product: new Float64Array(cells).fill(1), parent: null, up: null })
  }
  const place = new Map([...cliques.keys()].map((variable, index) => [variable, index]))
  const firstOf = (variables: readonly number[]) =>
    variables.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0))[0]
  for (const clique of cliques.values()) clique.parent = firstOf(clique.variables.slice(1)) ?? null
  for (const factor of factors) {
    const clique = cliques.get(firstOf(factor.variables) ?? -1)
    if (clique) multiplyInto(clique, factor, sizes)
  }
  return cliques
}

function leastFill(left: ReadonlySet<number>, neighbors: readonly ReadonlySet<number>[]): number {
  let best = -1
  let least = Number.POSITIVE_INFINITY
  for (const variable of left) {
    const around = [...(neighbors[variable] ?? [])]
    let missing = 0
    around.forEach((one, index) => {
      for (const other of around.slice(index + 1)) if (!neighbors[one]?.has(other)) missing += 1
    })
    // Of equal ones the one with fewer neighbors, then the first: always the same tree.
    const cost = missing * 1_000 + around.length
    if (cost < least) [best, least] = [variable, cost]
  }
  return best
}

const cellsOf = (variables: readonly number[], sizes: readonly number[]) =>
  variables.reduce((cells, variable) => cells * (sizes[variable] ?? 1), 1)

/** For each cell of `whole` the cell of `part`, whose variables are some of its own. */
function eachCell(
  whole: readonly number[],
  part: readonly number[],
  sizes: readonly number[],
  visit: (cell: number, partCell: number) => void,
): void {
  const strides = whole.map((variable) => {
    const index = part.indexOf(variable)
    return index === -1 ? 0 : cellsOf(part.slice(index + 1), sizes)
  })
  const values = whole.map(() => 0)
  const cells = cellsOf(whole, sizes)
  let partCell = 0
  for (let cell = 0; cell < cells; cell++) {
    visit(cell, partCell)
    // Counts up by one, the last variable first.
    for (let place = whole.length - 1; place >= 0; place--) {
      const value = (values[place] ?? 0) + 1
      partCell += strides[place] ?? 0
      if (value < (sizes[whole[place] ?? -1] ?? 1)) {
        values[place] = value
        break
      }
      partCell -= value * (strides[place] ?? 0)
      values[place] = 0
    }
  }
}

function multiplyInto(clique: Clique, factor: Factor, sizes: readonly number[]): void {
  eachCell(clique.variables, factor.variables, sizes, (cell, part) => {
    clique.product[cell] = (clique.product[cell] ?? 0) * (factor.values[part] ?? 0)
  })
}

/** Sums the clique over all variables that the factor does not have. */
function addInto(factor: Factor, clique: Clique, sizes: readonly number[]): void {
  eachCell(clique.variables, factor.variables, sizes, (cell, part) => {
    factor.values[part] = (factor.values[part] ?? 0) + (clique.product[cell] ?? 0)
  })
}
