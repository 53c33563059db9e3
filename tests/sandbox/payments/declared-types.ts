/**
 * Compares JSON with the type declarations of the `stripe` package, which say more than the
 * compiler checks.
 */
import { fileURLToPath } from 'node:url'
import {
  API,
  isIntersectionType,
  isUnionType,
  SymbolFlags,
  TypeFlags,
} from 'typescript/unstable/sync'
import type { Checker, Type } from 'typescript/unstable/sync'

interface Member {
  type: Type
  isOptional: boolean
}

interface Shape {
  members: Map<string, Member>
  /** The type of members with arbitrary names, as in `Metadata`. */
  others: Type | null
}

export interface DeclaredTypes {
  /** Where an object deviates from its declaration: each a path and a reason. */
  deviationsOf(object: Record<string, unknown>): string[]
  close(): void
}

type Json = Record<string, unknown>

const isJsonObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const has = (type: Type, flags: number): boolean => (type.flags & flags) !== 0

const literalOf = (type: Type): unknown => (type as { value?: unknown }).value

const unionMembers = (type: Type): readonly Type[] =>
  isUnionType(type) ? (type.getTypes() ?? []) : [type]

/** The package's decimal numbers, which are strings on the wire. */
const isDecimal = (type: Type): boolean =>
  isIntersectionType(type) &&
  (type.getTypes() ?? []).some((each) => each.getSymbol()?.name === 'DecimalImpl')

const shapes = (checker: Checker) => {
  const known = new Map<Type, Shape>()
  return (type: Type): Shape => {
    const before = known.get(type)
    if (before) return before
    const properties = checker.getPropertiesOfType(type)
    const types = checker.getTypeOfSymbol(properties)
    const members = new Map<string, Member>()
    for (const [index, property] of properties.entries()) {
      const own = types[index]
      if (own)
        members.set(property.name, {
          type: own,
          isOptional: (property.flags & SymbolFlags.Optional) !== 0,
        })
    }
    const others = checker.getIndexInfosOfType(type)[0]?.valueType ?? null
    const shape = { members, others }
    known.set(type, shape)
    return shape
  }
}

/**
 * Whether one of the types accepts a value that is not an object. The SDK declares some
 * enumerations as open to unknown strings; those are not accepted.
 */
const takesPlain = (types: readonly Type[], value: unknown): boolean =>
  types.some((type) => {
    if (has(type, TypeFlags.AnyOrUnknown)) return true
    if (value === null) return has(type, TypeFlags.Null)
    if (typeof value === 'string') {
      if (has(type, TypeFlags.StringLiteral)) return literalOf(type) === value
      return has(type, TypeFlags.String) || isDecimal(type)
    }
    if (typeof value === 'number')
      return has(type, TypeFlags.NumberLiteral)
        ? literalOf(type) === value
        : has(type, TypeFlags.Number)
    return has(type, TypeFlags.BooleanLiteral)
      ? literalOf(type) === value
      : has(type, TypeFlags.Boolean)
  })

export const readDeclaredTypes = (): DeclaredTypes => {
  const file = (name: string) => fileURLToPath(new URL(`declared/${name}`, import.meta.url))
  const api = new API({})
  const snapshot = api.updateSnapshot({ openProjects: [file('tsconfig.json')] })
  const project = snapshot.getProjects()[0]
  const source = project?.program.getSourceFile(file('stripe-types.ts'))
  if (!project || !source) throw new Error('the type declarations cannot be read')
  const { checker } = project
  const moduleSymbol = checker.getSymbolAtLocation(source)
  if (!moduleSymbol) throw new Error('the type declarations cannot be read')
  const exported = new Map(
    checker
      .getExportsOfModule(moduleSymbol)
      .map((symbol) => [symbol.name, checker.getDeclaredTypeOfSymbol(symbol)]),
  )
  const shapeOf = shapes(checker)
  const typeOf = (name: string): Type => {
    const type = exported.get(name)
    if (!type) throw new Error(`no type ${name}`)
    return type
  }

  const isLiteral = (type: Type, member: string, value: unknown): boolean => {
    const own = shapeOf(type).members.get(member)
    return own !== undefined && unionMembers(own.type).some((each) => literalOf(each) === value)
  }

  /** The members of a union that an object may be, by its `object` and `deleted`. */
  const candidates = (types: readonly Type[], value: Json): Type[] => {
    const objects = types.filter(
      (type) => has(type, TypeFlags.Object) && !checker.isArrayType(type) && !isDecimal(type),
    )
    const kind = value['object']
    const ofKind =
      typeof kind === 'string' ? objects.filter((type) => isLiteral(type, 'object', kind)) : objects
    const isDeleted = value['deleted'] === true
    return ofKind.filter((type) => isLiteral(type, 'deleted', true) === isDeleted)
  }

  const checkObject = (type: Type, value: Json, path: string): string[] => {
    const { members, others } = shapeOf(type)
    const missing = [...members]
      .filter(
        ([name, member]) =>
          !member.isOptional &&
          !Object.hasOwn(value, name) &&
          !unionMembers(member.type).every((each) =>
            has(each, TypeFlags.Void | TypeFlags.Undefined),
          ),
      )
      .map(([name]) => `${path}.${name} is missing`)
    const wrong = Object.entries(value).flatMap(([name, member]) => {
      const declared = members.get(name)?.type ?? others
      if (declared) return check(declared, member, `${path}.${name}`)
      return [`${path}.${name} is not declared`]
    })
    return [...missing, ...wrong]
  }

  const check = (type: Type, value: unknown, path: string): string[] => {
    const types = unionMembers(type)
    if (Array.isArray(value)) {
      const list = types.find((each) => checker.isArrayType(each))
      if (!list) return [`${path} may not be a list`]
      const [item] = checker.getTypeArguments(list as Parameters<Checker['getTypeArguments']>[0])
      return item ? value.flatMap((each, index) => check(item, each, `${path}[${index}]`)) : []
    }
    if (!isJsonObject(value))
      return takesPlain(types, value) ? [] : [`${path} may not be ${JSON.stringify(value)}`]
    if (types.some((each) => has(each, TypeFlags.AnyOrUnknown))) return []
    const results = candidates(types, value).map((each) => checkObject(each, value, path))
    const best = results.toSorted((one, other) => one.length - other.length)[0]
    return best ?? [`${path} may not be an object`]
  }

  const sent = shapeOf(typeOf('Sent')).members
  const events = new Map<unknown, Type>()
  for (const each of unionMembers(typeOf('SentEvent'))) {
    const type = shapeOf(each).members.get('type')?.type
    if (type) events.set(literalOf(type), each)
  }

  return {
    deviationsOf: (object) => {
      const kind = String(object['object'])
      if (kind === 'event') {
        const type = events.get(object['type'])
        const name = String(object['type'])
        return type ? check(type, object, name) : [`${name} is not declared`]
      }
      const declared = sent.get(kind)
      return declared ? check(declared.type, object, kind) : [`${kind} is not declared`]
    },
    close: () => api.close(),
  }
}
