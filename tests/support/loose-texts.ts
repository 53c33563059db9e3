import path from 'node:path'
import { API, TypeFlags } from 'typescript/unstable/sync'
import type { Checker, Type } from 'typescript/unstable/sync'
import type { JsxElement, JsxFragment, Node } from 'typescript/unstable/ast'
import {
  isArrowFunction,
  isCallExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxText,
  isMethodDeclaration,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'

const textFlags =
  TypeFlags.StringLike |
  TypeFlags.NumberLike |
  TypeFlags.BigIntLike |
  TypeFlags.Any |
  TypeFlags.Unknown

/** White space, which is not translated, and the falsy value of `a && b`. */
const isBlank = (type: Type): boolean =>
  type.isLiteralType() && ['', '0'].includes(String(type.value).trim())

/** Whether React may make a text node of a value of this type. */
const canBeText = (
  checker: Checker,
  type: Type | undefined,
  seen: ReadonlySet<number> = new Set(),
): boolean => {
  if (type === undefined) return true
  if (seen.has(type.id) || isBlank(type)) return false
  const within = new Set([...seen, type.id])
  const isTextToo = (each: Type | undefined) => canBeText(checker, each, within)
  if (type.isUnionType()) return type.getTypes().some(isTextToo)
  if (type.isTypeParameter()) return isTextToo(checker.getBaseConstraintOfType(type))
  if (checker.isArrayLikeType(type) && type.isTypeReference())
    return checker.getTypeArguments(type).some(isTextToo)
  return (type.flags & textFlags) !== 0
}

/** Texts that are not the only child of their element. */
const textsBesideOthers = (checker: Checker, parent: JsxElement | JsxFragment): readonly Node[] => {
  const children = parent.children.filter((child) =>
    isJsxText(child)
      ? child.text.trim() !== '' || !child.text.includes('\n')
      : !isJsxExpression(child) || child.expression !== undefined,
  )
  if (children.length === 1 && isJsxElement(parent)) return []
  return children.filter((child) =>
    isJsxText(child)
      ? child.text.trim() !== ''
      : isJsxExpression(child) &&
        canBeText(checker, child.expression && checker.getTypeAtLocation(child.expression)),
  )
}

const isComponentName = (node: Node | undefined): boolean =>
  node !== undefined && isIdentifier(node) && /^[A-Z]/.test(node.text)

/**
 * The function in `const Name = () => …` and `const Name = observer(() => …)`, or a class's
 * `render`.
 */
const componentOf = (node: Node): Node | null => {
  if (isMethodDeclaration(node)) return node.name.getText() === 'render' ? node : null
  if (isFunctionDeclaration(node)) return isComponentName(node.name) ? node : null
  if (!isVariableDeclaration(node) || !isComponentName(node.name) || !node.initializer) return null
  const made = isCallExpression(node.initializer) ? node.initializer.arguments[0] : node.initializer
  return made && (isArrowFunction(made) || isFunctionExpression(made)) ? made : null
}

const returnsText = (checker: Checker, component: Node): boolean => {
  const signature = checker.getSignatureFromDeclaration(component)
  return signature !== undefined && canBeText(checker, checker.getReturnTypeOfSignature(signature))
}

/**
 * Where the components of a TypeScript project may render text that is not alone in its element, as
 * `file:line: source`.
 *
 * A browser that translates a page replaces text nodes with elements. React sets text that is alone
 * as its element's content, which replaces those elements too. It updates any other text node
 * although that is no longer in the document, so that the old words stay; and when it removes such
 * a node, or inserts something before it, the browser throws.
 */
export const looseTexts = (
  folder: string,
  isMeant: (file: string) => boolean,
): readonly string[] => {
  const api = new API({ cwd: folder })
  try {
    const [project] = api
      .updateSnapshot({ openProject: path.join(folder, 'tsconfig.json') })
      .getProjects()
    if (!project) throw new Error(`There is no project in ${folder}.`)
    const { checker, program } = project
    return program.getSourceFileNames().flatMap((name) => {
      const relative = path.relative(folder, name)
      const file =
        name.endsWith('.tsx') && isMeant(relative) ? program.getSourceFile(name) : undefined
      if (!file) return []
      const found: string[] = []
      const tell = (node: Node) => {
        const text = node.getText(file).trim()
        const line = file.text.slice(0, file.text.indexOf(text, node.pos)).split('\n').length
        found.push(`${relative}:${line}: ${text.split('\n', 1)[0]}`)
      }
      const visit = (node: Node): void => {
        if (isJsxElement(node) || isJsxFragment(node))
          textsBesideOthers(checker, node).forEach(tell)
        const component = componentOf(node)
        if (component && returnsText(checker, component)) tell(node)
        node.forEachChild(visit)
      }
      file.forEachChild(visit)
      return found
    })
  } finally {
    api.close()
  }
}
