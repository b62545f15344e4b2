/* parser.y - the grammar. Actions call one constructor; nothing is looked up. Words that open items, or stand only in
 * claims, examples and results, are names as well (`name`); inside brackets the filter makes plain names of them. */
%require "3.8"
%define api.pure full
%define api.prefix {cut_}
%define api.token.prefix {TOK_}
%define api.token.raw
%define api.location.type {struct span}
%define parse.error custom
%define parse.lac full
%locations
%expect 0
%param {struct parse_ctx *ctx}

%code requires {
#include "grammar/parse_ctx.h"
}

%union {
    atom text;
    int64_t number;
    struct ast *node;
    struct ast_list list;
    enum ast_op op;
    bool flag;
}

%code {
int cut_lex(CUT_STYPE *value, struct span *span, struct parse_ctx *ctx);
static void cut_error(const struct span *span, struct parse_ctx *ctx, const char *message);

/* From the first to the last; nothing stands where the symbol before it ends. */
#define YYLLOC_DEFAULT(current, rhs, n)                                                                        \
    ((current) = (n) ? span_join(YYRHSLOC(rhs, 1), YYRHSLOC(rhs, n))                                           \
                     : (struct span){YYRHSLOC(rhs, 0).file, YYRHSLOC(rhs, 0).end, YYRHSLOC(rhs, 0).end})
/* The stacks are on the C stack and do not grow, so that the parser never allocates. */
#define YYINITDEPTH 4000
#define YYMAXDEPTH 4000
#define YYMALLOC(size) ((void)(size), NULL)
#define YYFREE(block) ((void)(block))
#define NONE ((struct ast_list){NULL, NULL})
/* yyloc is what @$ stands for in an action. */
#define NODE(kind, ...) build(ctx, AST_##kind, yyloc, __VA_ARGS__)
#define NAMED(kind, name, name_span, ...) build_named(ctx, AST_##kind, yyloc, name, name_span, __VA_ARGS__)
#define UNARY(op, a) build_op(ctx, AST_UNARY, OP_##op, yyloc, a, NULL)
#define BINARY(op, a, b) build_op(ctx, AST_BINARY, OP_##op, yyloc, a, b)
}


/* pseudo-tokens: which text this is; the place where the next item surely begins, though the last is not finished */
%token START_FILE START_EXPRESSION BREAK "the next item"
%token YYEOF 0 "the end of the file"

%token <text> NAME "a name" SITE "a site" TEXT "a text in quotes" CELL "a cell"
%token <number> NUMBER "a number"
%token <flag> LBRACE "`{`" /* the value is only there to be given up: see %destructor */
%token LPAREN "`(`" RPAREN "`)`" RBRACE "`}`" LBRACKET "`[`" RBRACKET "`]`" COMMA "`,`" COLON "`:`" DOTDOT "`..`"
%token EQ "`=`" NE "`!=`" LT "`<`" LE "`<=`" GT "`>`" GE "`>=`"
%token PIPE "`|`" AMP "`&`" PLUS "`+`" MINUS "`-`" STAR "`*`"

/* words that open items */
%token <text> ABOUT "`about`" AUTHOR "`author`" BAN "`ban`" BOARD "`board`"
%token <text> BOTH "`both`" CLAIM "`claim`" COORDS "`coords`"
%token <text> DEF "`def`" DRAW "`draw`" END "`end`" EXAMPLE "`example`"
%token <text> EXTENDS "`extends`" GAME "`game`" LOSE "`lose`"
%token <text> MOVES "`moves`" NEUTRAL "`neutral`" OPTION "`option`" OUT "`out`"
%token <text> PATTERN "`pattern`" PIECES "`pieces`"
%token <text> PLAYERS "`players`" RULE "`rule`" SCORE "`score`" START "`start`"
%token <text> STATE "`state`" STUCK "`stuck`" SWAP "`swap`"
%token <text> TURN "`turn`" USE "`use`" WIN "`win`" WITHOUT "`without`"
/* words of items that are free as names */
%token <text> DRAWS "`draws`" ENDS "`ends`" FOR "`for`" LINES "`lines`"
%token <text> LOSES "`loses`" MERGED "`merged`" MIDPOINTS "`midpoints`"
%token <text> NEVER "`never`" PASSES "`passes`" PLY "`ply`" REFUTED "`refuted`"
%token <text> RESULT "`result`" USING "`using`" WINS "`wins`"
/* words that open steps */
%token AGAIN "`again`" CHOOSE "`choose`" EACH "`each`" EITHER "`either`" FIRST "`first`"
%token FLIP "`flip`" FORBID "`forbid`" IF "`if`"
%token LET "`let`" MOST "`most`" MOVE "`move`" PASS "`pass`" PROMOTE "`promote`" PUT "`put`" REMOVE "`remove`"
%token REQUIRE "`require`" SET "`set`" SHIFT "`shift`" WRITE "`write`"
/* words that join parts, and operators */
%token ALONG "`along`" AS "`as`" BY "`by`" DRAWN "`drawn`" ELSE "`else`"
%token ON "`on`" TO "`to`" WHEN "`when`" WITH "`with`"
%token AND "`and`" ANY "`any`" EVERY "`every`" FOLLOWING "`following`" IN "`in`"
%token NO "`no`" NOT "`not`" OR "`or`" SOME "`some`"
%token THEIR "`their`"
/* facts of examples; the blank keeps a name apart from that of the same word elsewhere */
%token <text> WORD "a move" MOVER "a player `to move`" OWNER "a player"
%token FACT_AFTER "`after`" FACT_BY "`by` " FACT_CAPTURES "`captures`" FACT_DRAWS "`draws` " FACT_ENDS "`ends` " FACT_EXACTLY "`exactly`"
%token FACT_FAILS "`fails`" FACT_HOLDS "`holds`" FACT_ILLEGAL "`illegal`" FACT_LEGAL "`legal`" FACT_LOSES "`loses` "
%token FACT_NO "`no` " FACT_PERFT "`perft`" FACT_PLAY "`play`" FACT_SET "`set` "
%token FACT_STUCK "`stuck` " FACT_WINS "`wins` "

/* An `each` takes a `with` that can be its own, and `with` reaches as far right as it can. */
%precedence EACH_ALONE
%precedence WITH
%left OR
%left AND
%precedence NOT
%nonassoc EQ NE LT LE GT GE IN
%precedence SOME NO
%left PIPE
%left PLUS MINUS
%left AMP STAR
%precedence THEIR FOLLOWING NEGATE

%type <list> items steps args arg_list params param_list names pieces pairs rows cells reasons written fors alternatives
%type <list> uses runs facts words sites given_pairs
%type <node> item board shape left_out piece symbol value pair reasoned expr call list range with_opt when when_opt
%type <node> row step run block if_step else_opt for fact word site given given_value captures result reason param judgement
%type <node> on_opt written_part number picture
%type <text> name why
%type <number> year
%type <op> outcome end_kind claimed result_kind
%type <flag> as_drawn refuted midpoints

/* An opening brace that recovery throws away: the filter must know. */
%destructor { brace_lost(ctx, @$); } LBRACE

%%

input: START_FILE items             { (void)yynerrs; ctx->result = $2.first; }
    | START_EXPRESSION expr         { ctx->result = $2; }
    ;

items: %empty                       { $$ = NONE; }
    | items fresh item              { $$ = ast_append($1, $3); }
    | items error
    ;

/* Only reduced before a token that fits: from here on errors are news again. */
fresh: %empty                       { yyerrok; }
    ;

name: NAME
    | ABOUT | AUTHOR | BAN | BOARD | BOTH | CLAIM | COORDS | DEF | DRAW | END | EXAMPLE | EXTENDS | GAME | LOSE | MOVES
    | NEUTRAL | OPTION | OUT | PATTERN | PIECES | PLAYERS | RULE | SCORE | START | STATE | SWAP | TURN | USE | WIN
    | WITHOUT
    | DRAWS | ENDS | FOR | LINES | LOSES | MERGED | MIDPOINTS | NEVER | PASSES | PLY | REFUTED | RESULT | USING | WINS
    ;

/* ---- items */

item: GAME TEXT                     { $$ = build_text(ctx, AST_GAME, @$, $2); }
    | AUTHOR TEXT year              { $$ = with_number(build_text(ctx, AST_AUTHOR, @$, $2), $3); }
    | ABOUT TEXT                    { $$ = build_text(ctx, AST_ABOUT, @$, $2); }
    | USE name                      { $$ = NAMED(USE, $2, @2, NULL, NULL, NULL); }
    | USE TEXT                      { $$ = build_text(ctx, AST_USE, @$, $2); }
    | EXTENDS name                  { $$ = NAMED(EXTENDS, $2, @2, NULL, NULL, NULL); }
    | EXTENDS TEXT                  { $$ = build_text(ctx, AST_EXTENDS, @$, $2); }
    | WITHOUT names                 { $$ = NODE(WITHOUT, $2.first, NULL, NULL); }
    | OPTION name EQ number IN range { $$ = NAMED(OPTION, $2, @2, $4, $6, NULL); }
    | BOARD board                   { $$ = with_span($2, @$); }
    | PLAYERS pieces                { $$ = NODE(PLAYERS, $2.first, NULL, NULL); }
    | PIECES pieces                 { $$ = NODE(PIECES, $2.first, NULL, NULL); }
    | NEUTRAL pieces                { $$ = NODE(NEUTRAL, $2.first, NULL, NULL); }
    | STATE name EQ value           { $$ = NAMED(STATE, $2, @2, $4, NULL, NULL); }
    | START piece ON expr           { $$ = NODE(START, $2, $4, NULL); }
    | START name name ON expr       { $$ = NODE(START, build_piece(ctx, $2, @2, $3, @3), $5, NULL); }
    | START picture                 { $$ = NODE(START, $2, NULL, NULL); }
    | DEF name EQ value             { $$ = NAMED(DEF, $2, @2, NULL, $4, NULL); }
    | DEF name LPAREN params RPAREN EQ value {
            $$ = with_flag(NAMED(DEF, $2, @2, $4.first, $7, NULL), true);
        }
    | PATTERN name picture as_drawn { $$ = with_flag(NAMED(PATTERN, $2, @2, $3, NULL, NULL), $4); }
    | RULE name block               { $$ = NAMED(RULE, $2, @2, NULL, $3, NULL); }
    | RULE name LPAREN params RPAREN block { $$ = NAMED(RULE, $2, @2, $4.first, $6, NULL); }
    | TURN when_opt block           { $$ = NODE(TURN, $2, $3, NULL); }
    | TURN name when_opt block      { $$ = NAMED(TURN, $2, @2, $3, $4, NULL); }
    | BAN reasons                   { $$ = NODE(BAN, $2.first, NULL, NULL); }
    | SWAP name ON PLY NUMBER       { $$ = with_number(NAMED(SWAP, $2, @2, NULL, NULL, NULL), $5); }
    | end_kind when                 { $$ = build_op(ctx, AST_END, $1, @$, $2, NULL); }
    | SCORE value                   { $$ = NODE(SCORE, $2, NULL, NULL); }
    | STUCK outcome when_opt        { $$ = build_op(ctx, AST_STUCK, $2, @$, $3, NULL); }
    | BOTH STUCK outcome when_opt   { $$ = with_flag(build_op(ctx, AST_STUCK, $3, @$, $4, NULL), true); }
    | MOVES MERGED                  { $$ = build_op(ctx, AST_MOVES, OP_MERGED, @$, NULL, NULL); }
    | MOVES BY RESULT               { $$ = build_op(ctx, AST_MOVES, OP_BY_RESULT, @$, NULL, NULL); }
    | COORDS name                   { $$ = NAMED(COORDS, $2, @2, NULL, NULL, NULL); }
    | CLAIM NEVER claimed fors refuted {
            $$ = with_flag(build_op(ctx, AST_CLAIM, $3, @$, $4.first, NULL), $5);
        }
    | CLAIM name WINS fors refuted  {
            $$ = with_flag(with_op(NAMED(CLAIM, $2, @2, $4.first, NULL, NULL), OP_WINS), $5);
        }
    | EXAMPLE TEXT on_opt uses LBRACE facts RBRACE {
            (void)$5;
            yyerrok;
            $$ = build_example(ctx, @$, $2, $3, $4.first, $6);
        }
    ;

year: %empty                        { $$ = 0; }
    | COMMA NUMBER                  { $$ = $2; }
    ;

names: name                         { $$ = ast_append(NONE, NAMED(NAME, $1, @1, NULL, NULL, NULL)); }
    | STUCK                         { $$ = ast_append(NONE, NAMED(NAME, $1, @1, NULL, NULL, NULL)); }
    | names COMMA name              { $$ = ast_append($1, build_name(ctx, $3, @3)); }
    | names COMMA STUCK             { $$ = ast_append($1, build_name(ctx, $3, @3)); }
    ;

number: NUMBER                      { $$ = build_number(ctx, @$, $1); }
    | MINUS NUMBER                  { $$ = build_number(ctx, @$, -$2); }
    ;

range: expr DOTDOT expr             { $$ = NODE(RANGE, $1, $3, NULL); }
    ;

board: shape left_out midpoints     { $$ = with_flag(NODE(BOARD, $1, $2, NULL), $3); }
    ;

shape: call
    | picture
    | LINES rows                    { $$ = NODE(LINES, $2.first, NULL, NULL); }
    ;

left_out: %empty                    { $$ = NULL; }
    | left_out MINUS expr           { $$ = build_join(ctx, @3, $1, $3); }
    ;

midpoints: %empty                   { $$ = false; }
    | WITH MIDPOINTS                { $$ = true; }
    ;

pieces: symbol                      { $$ = ast_append(NONE, $1); }
    | pieces COMMA symbol           { $$ = ast_append($1, $3); }
    ;

symbol: name                        { $$ = NAMED(PIECE, $1, @1, NULL, NULL, NULL); }
    | name TEXT                     { $$ = with_text(NAMED(PIECE, $1, @1, NULL, NULL, NULL), $2); }
    ;

value: expr
    | pairs                         { $$ = NODE(PER_PLAYER, $1.first, NULL, NULL); }
    ;

pairs: pair                         { $$ = ast_append(NONE, $1); }
    | pairs COMMA pair              { $$ = ast_append($1, $3); }
    ;

pair: name COLON expr               { $$ = NAMED(OF, $1, @1, $3, NULL, NULL); }
    ;

params: %empty                      { $$ = NONE; }
    | param_list
    ;

param_list: param                   { $$ = ast_append(NONE, $1); }
    | param_list COMMA param        { $$ = ast_append($1, $3); }
    ;

param: name                         { $$ = NAMED(PARAM, $1, @1, NULL, NULL, NULL); }
    ;

as_drawn: %empty                    { $$ = false; }
    | AS DRAWN                      { $$ = true; }
    ;

reasons: reasoned                   { $$ = ast_append(NONE, $1); }
    | reasons COMMA reasoned        { $$ = ast_append($1, $3); }
    ;

reasoned: expr                      { $$ = NODE(REASONED, $1, NULL, NULL); }
    | expr TEXT                     { $$ = with_text(NODE(REASONED, $1, NULL, NULL), $2); }
    ;

when: WHEN expr                     { $$ = $2; }
    ;

when_opt: %empty                    { $$ = NULL; }
    | when
    ;

end_kind: WIN                       { $$ = OP_WIN; }
    | LOSE                          { $$ = OP_LOSE; }
    | DRAW                          { $$ = OP_DRAW; }
    | END                           { $$ = OP_END; }
    | OUT                           { $$ = OP_OUT; }
    ;

outcome: PASSES                     { $$ = OP_PASSES; }
    | WINS                          { $$ = OP_WINS; }
    | LOSES                         { $$ = OP_LOSES; }
    | DRAWS                         { $$ = OP_DRAWS; }
    | ENDS                          { $$ = OP_ENDS; }
    ;

claimed: DRAWN                      { $$ = OP_NEVER_DRAWN; }
    | STUCK                         { $$ = OP_NEVER_STUCK; }
    ;

fors: %empty                        { $$ = NONE; }
    | FOR for                       { $$ = ast_append(NONE, $2); }
    | fors COMMA for                { $$ = ast_append($1, $3); }
    ;

for: name EQ number                 { $$ = NAMED(FOR, $1, @1, $3, NULL, NULL); }
    | name EQ number DOTDOT number  { $$ = NAMED(FOR, $1, @1, build_range(ctx, $3, $5), NULL, NULL); }
    ;

refuted: %empty                     { $$ = false; }
    | COLON REFUTED                 { $$ = true; }
    ;

/* ---- pictures */

picture: rows                       { $$ = NODE(ROWS, $1.first, NULL, NULL); }
    ;

rows: row                           { $$ = ast_append(NONE, $1); }
    | rows row                      { $$ = ast_append($1, $2); }
    ;

row: LBRACKET cells RBRACKET        { $$ = NODE(ROW, $2.first, NULL, NULL); }
    ;

cells: CELL                         { $$ = ast_append(NONE, NAMED(CELL, $1, @1, NULL, NULL, NULL)); }
    | cells CELL                    { $$ = ast_append($1, build_named(ctx, AST_CELL, @2, $2, @2, NULL, NULL, NULL)); }
    ;

/* ---- steps */

block: LBRACE steps RBRACE          { (void)$1; yyerrok; $$ = $2.first; }
    ;

steps: %empty                       { $$ = NONE; }
    | steps fresh step              { $$ = ast_append($1, $3); }
    | steps error
    ;

step: CHOOSE name IN list with_opt  { $$ = NAMED(CHOOSE, $2, @2, $4, $5, NULL); }
    | LET name EQ expr              { $$ = NAMED(LET, $2, @2, $4, NULL, NULL); }
    | REQUIRE expr                  { $$ = NODE(REQUIRE, $2, NULL, NULL); }
    | REQUIRE expr TEXT             { $$ = with_text(NODE(REQUIRE, $2, NULL, NULL), $3); }
    | FORBID reasons                { $$ = NODE(FORBID, $2.first, NULL, NULL); }
    | PUT piece ON expr             { $$ = NODE(PUT, $2, $4, NULL); }
    | REMOVE expr                   { $$ = NODE(REMOVE, $2, NULL, NULL); }
    | FLIP expr                     { $$ = NODE(FLIP, $2, NULL, NULL); }
    | MOVE expr TO expr             { $$ = NODE(MOVE, $2, $4, NULL); }
    | SHIFT expr ALONG expr BY expr { $$ = NODE(SHIFT, $2, $4, $6); }
    | PROMOTE expr TO name          { $$ = NAMED(PROMOTE, $4, @4, $2, NULL, NULL); }
    | SET name EQ expr              { $$ = NAMED(SET, $2, @2, $4, NULL, NULL); }
    | if_step
    | EACH name IN list with_opt block { $$ = NAMED(EACH_DO, $2, @2, $4, $5, $6); }
    | EITHER alternatives           { $$ = NODE(EITHER, $2.first, NULL, NULL); }
    | FIRST why block ELSE block    { $$ = with_text(NODE(FIRST, $3, $5, NULL), $2); }
    | MOST expr why block           { $$ = with_text(NODE(MOST, $2, $4, NULL), $3); }
    | run
    | PASS                          { $$ = NODE(PASS, NULL, NULL, NULL); }
    | AGAIN                         { $$ = NODE(AGAIN, NULL, NULL, NULL); }
    | WRITE written                 { $$ = NODE(WRITE, $2.first, NULL, NULL); }
    ;

if_step: IF expr block else_opt     { $$ = NODE(IF, $2, $3, $4); }
    ;

else_opt: %empty                    { $$ = NULL; }
    | ELSE block                    { $$ = $2; }
    | ELSE if_step                  { $$ = $2; }
    ;

alternatives: block OR block        {
            $$ = ast_append(ast_append(NONE, build_block(ctx, @1, $1)), build_block(ctx, @3, $3));
        }
    | alternatives OR block         { $$ = ast_append($1, build_block(ctx, @3, $3)); }
    ;

run: name LPAREN args RPAREN        { $$ = NAMED(RUN, $1, @1, $3.first, NULL, NULL); }
    ;

why: %empty                         { $$ = NULL; }
    | TEXT
    ;

piece: name                         { $$ = build_name(ctx, $1, @1); }
    | piece AMP name                { $$ = BINARY(MEET, $1, build_name(ctx, $3, @3)); }
    ;

list: expr
    | range
    ;

with_opt: %empty                    { $$ = NULL; }
    | WITH expr                     { $$ = $2; }
    ;

written: written_part               { $$ = ast_append(NONE, $1); }
    | written COMMA written_part    { $$ = ast_append($1, $3); }
    ;

written_part: expr
    | TEXT                          { $$ = build_text(ctx, AST_TEXT, @$, $1); }
    ;

/* ---- expressions */

expr: NUMBER                        { $$ = build_number(ctx, @$, $1); }
    | SITE                          { $$ = NAMED(SITE, $1, @1, NULL, NULL, NULL); }
    | name                          { $$ = build_name(ctx, $1, @1); }
    | call
    | LPAREN expr RPAREN            { $$ = in_parens($2); }
    | picture                       { $$ = build_stray_rows(ctx, $1); }
    | expr OR expr                  { $$ = BINARY(OR, $1, $3); }
    | expr AND expr                 { $$ = BINARY(AND, $1, $3); }
    | NOT expr                      { $$ = UNARY(NOT, $2); }
    | expr EQ expr                  { $$ = BINARY(EQ, $1, $3); }
    | expr NE expr                  { $$ = BINARY(NE, $1, $3); }
    | expr LT expr                  { $$ = BINARY(LT, $1, $3); }
    | expr LE expr                  { $$ = BINARY(LE, $1, $3); }
    | expr GT expr                  { $$ = BINARY(GT, $1, $3); }
    | expr GE expr                  { $$ = BINARY(GE, $1, $3); }
    | expr IN expr                  { $$ = BINARY(IN, $1, $3); }
    | SOME expr                     { $$ = UNARY(SOME, $2); }
    | NO expr                       { $$ = UNARY(NO, $2); }
    | expr PIPE expr                { $$ = BINARY(UNION, $1, $3); }
    | expr PLUS expr                { $$ = BINARY(ADD, $1, $3); }
    | expr MINUS expr               { $$ = BINARY(MINUS, $1, $3); }
    | expr AMP expr                 { $$ = BINARY(MEET, $1, $3); }
    | expr STAR expr                { $$ = BINARY(TIMES, $1, $3); }
    | THEIR expr                    { $$ = UNARY(THEIR, $2); }
    | FOLLOWING expr                { $$ = UNARY(FOLLOWING, $2); }
    | MINUS expr %prec NEGATE       { $$ = UNARY(NEGATE, $2); }
    | EACH name IN expr %prec EACH_ALONE { $$ = with_op(NAMED(EACH, $2, @2, $4, NULL, NULL), OP_EACH); }
    | EACH name IN expr WITH expr   { $$ = with_op(NAMED(EACH, $2, @2, $4, $6, NULL), OP_EACH); }
    | ANY name IN list WITH expr    { $$ = with_op(NAMED(EACH, $2, @2, $4, $6, NULL), OP_ANY); }
    | EVERY name IN list WITH expr  { $$ = with_op(NAMED(EACH, $2, @2, $4, $6, NULL), OP_EVERY); }
    ;

call: name LPAREN args RPAREN       { $$ = NAMED(CALL, $1, @1, $3.first, NULL, NULL); }
    ;

args: %empty                        { $$ = NONE; }
    | arg_list
    ;

arg_list: expr                      { $$ = ast_append(NONE, $1); }
    | arg_list COMMA expr           { $$ = ast_append($1, $3); }
    ;

/* ---- examples */

on_opt: %empty                      { $$ = NULL; }
    | ON board                      { $$ = $2; }
    ;

uses: %empty                        { $$ = NONE; }
    | USING runs                    { $$ = $2; }
    ;

runs: run                           { $$ = ast_append(NONE, $1); }
    | runs COMMA run                { $$ = ast_append($1, $3); }
    ;

facts: %empty                       { $$ = NONE; }
    | facts fresh fact              { $$ = ast_append($1, $3); }
    | facts error
    ;

fact: row /* of the diagram: in this list, so that a mistake behind it is one in the facts */
    | MOVER                         { $$ = build_mover(ctx, @1, $1); }
    | FACT_SET WORD EQ given        { $$ = NAMED(GIVEN, $2, @2, $4, NULL, NULL); }
    | judgement
    | FACT_AFTER words judgement    { $$ = NODE(AFTER, $2.first, $3, NULL); }
    ;

judgement: FACT_LEGAL words         { $$ = NODE(LEGAL, $2.first, NULL, NULL); }
    | FACT_LEGAL FACT_EXACTLY words { $$ = with_flag(NODE(LEGAL, $3.first, NULL, NULL), true); }
    | FACT_LEGAL FACT_EXACTLY FACT_NO { $$ = with_flag(NODE(LEGAL, NULL, NULL, NULL), true); }
    | FACT_ILLEGAL words reason     { $$ = NODE(ILLEGAL, $2.first, $3, NULL); }
    | FACT_PLAY words captures result { $$ = NODE(PLAY, $2.first, $3, $4); }
    | FACT_STUCK                    { $$ = NODE(IS_STUCK, NULL, NULL, NULL); }
    | FACT_PERFT NUMBER EQ NUMBER   { $$ = NODE(PERFT, build_number(ctx, @2, $2), build_number(ctx, @4, $4), NULL); }
    | FACT_HOLDS LPAREN expr RPAREN { $$ = NODE(HOLDS, $3, NULL, NULL); }
    | FACT_FAILS LPAREN expr RPAREN { $$ = with_flag(NODE(HOLDS, $3, NULL, NULL), true); }
    ;

words: word                         { $$ = ast_append(NONE, $1); }
    | words word                    { $$ = ast_append($1, $2); }
    ;

word: WORD                          { $$ = NAMED(WORD, $1, @1, NULL, NULL, NULL); }
    | TEXT                          { $$ = NAMED(WORD, $1, @1, NULL, NULL, NULL); }
    | NUMBER                        { $$ = build_digits(ctx, @1); }
    ;

site: WORD                          { $$ = NAMED(WORD, $1, @1, NULL, NULL, NULL); }
    ;

sites: site                         { $$ = ast_append(NONE, $1); }
    | sites site                    { $$ = ast_append($1, $2); }
    ;

reason: %empty                      { $$ = NULL; }
    | FACT_BY WORD                  { $$ = build_named(ctx, AST_WORD, @2, $2, @2, NULL, NULL, NULL); }
    | FACT_BY TEXT                  { $$ = build_text(ctx, AST_TEXT, @2, $2); }
    ;

captures: %empty                    { $$ = NULL; }
    | FACT_CAPTURES sites           { $$ = NODE(CAPTURES, $2.first, NULL, NULL); }
    | FACT_CAPTURES FACT_NO         { $$ = NODE(CAPTURES, NULL, NULL, NULL); }
    ;

result: %empty                      { $$ = NULL; }
    | result_kind                   { $$ = build_op(ctx, AST_RESULT, $1, @$, NULL, NULL); }
    ;

result_kind: FACT_WINS              { $$ = OP_WINS; }
    | FACT_LOSES                    { $$ = OP_LOSES; }
    | FACT_DRAWS                    { $$ = OP_DRAWS; }
    | FACT_ENDS                     { $$ = OP_ENDS; }
    ;

given: given_value
    | given_pairs                   { $$ = NODE(PER_PLAYER, $1.first, NULL, NULL); }
    ;

given_value: NUMBER                 { $$ = build_number(ctx, @$, $1); }
    | sites                         { $$ = $1.first; }
    | FACT_NO                       { $$ = NULL; }
    ;

given_pairs: OWNER given_value      { $$ = ast_append(NONE, build_given_of(ctx, @1, $1, $2)); }
    | given_pairs COMMA OWNER given_value { $$ = ast_append($1, build_given_of(ctx, @3, $3, $4)); }
    ;

%%

const char *token_name(int token)
{
    return yysymbol_name((yysymbol_kind_t)token);
}

static void cut_error(const struct span *span, struct parse_ctx *ctx, const char *message)
{
    (void)message; /* the only one: memory exhausted, that is, the stack is full */
    parse_too_deep(ctx, *span);
}

static int yyreport_syntax_error(const yypcontext_t *context, struct parse_ctx *ctx)
{
    yysymbol_kind_t list[YYNTOKENS];
    bool expected[YYNTOKENS] = {false};
    int count = yypcontext_expected_tokens(context, list, YYNTOKENS);
    for (int i = 0; i < count; i++)
        expected[list[i]] = true;
    syntax_error(ctx, expected);
    return 0;
}
