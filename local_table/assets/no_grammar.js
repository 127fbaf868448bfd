// In place of the grammars of twenty programming languages for syntax highlighting, which is not needed here.

export default () => ({ contains: [] });
